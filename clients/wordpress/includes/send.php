<?php
/**
 * Sends the queue, by wp-cron or WP-CLI.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

/** Seconds until the next attempt, by the number of failed ones; afterwards once an hour. */
const PAGEBELL_RETRY_SECONDS = array( 60, 300, 900, 3600 );
/** Seconds for which one run of wp-cron sends. */
const PAGEBELL_RUN_SECONDS = 30;
/** Seconds for which a duplicate is postponed at least: the clocks of the two servers may differ. */
const PAGEBELL_POSTPONE_SECONDS = 10;
/** The reason with which Pagebell ignores a delivery that it already has. */
const PAGEBELL_REPEATED = 'this delivery was received before';

add_action( 'pagebell_send', 'pagebell_send_due' );
add_action( 'pagebell_send_hourly', 'pagebell_send_due' );

/**
 * Plans the next run: now, or when Pagebell may be asked again. wp-cron refuses an event less than ten minutes from an
 * equal one, so a later one is removed first.
 *
 * @param int $not_before Unix seconds, for what is not to be sent yet.
 */
function pagebell_wake( $not_before = 0 ) {
	$state   = pagebell_state();
	$at      = max( time(), $state['retry_at'], $not_before );
	$planned = wp_next_scheduled( 'pagebell_send' );
	if ( $planned && $planned <= $at ) {
		return;
	}
	if ( $planned ) {
		wp_unschedule_event( $planned, 'pagebell_send' );
	}
	wp_schedule_single_event( $at, 'pagebell_send' );
}

/**
 * What is known of Pagebell's availability.
 *
 * @return array `failures` since it last answered, `retry_at` in Unix seconds, `problem` (empty if there is none).
 */
function pagebell_state() {
	$state = get_option( 'pagebell_state', array() );
	return wp_parse_args(
		is_array( $state ) ? $state : array(),
		array(
			'failures' => 0,
			'retry_at' => 0,
			'problem'  => '',
		)
	);
}

/**
 * Sends what waits. If Pagebell was away a moment ago, this run was planned before, and the next attempt is planned.
 */
function pagebell_send_due() {
	if ( null === pagebell_address() ) {
		return;
	}
	if ( pagebell_state()['retry_at'] > time() ) {
		pagebell_wake();
		return;
	}
	pagebell_send_all();
}

/**
 * Sends what waits, batch by batch, until nothing is left or one is not taken.
 *
 * @return string|null Why it ended before the queue was empty.
 */
function pagebell_send_all() {
	$problem = pagebell_check_address();
	if ( null !== $problem ) {
		pagebell_note_failure( $problem, 0 );
		return $problem;
	}
	$end = time() + PAGEBELL_RUN_SECONDS;
	while ( time() < $end ) {
		$claimed = pagebell_claim();
		if ( empty( $claimed['rows'] ) ) {
			$due = pagebell_next_due();
			if ( null === $due ) {
				// The address was checked, and no delivery has failed that is not sent yet.
				delete_option( 'pagebell_state' );
			} else {
				pagebell_wake( $due );
			}
			return null;
		}
		$answer  = pagebell_request( 'POST', '', pagebell_body( $claimed['rows'] ) );
		$problem = pagebell_refusal( $answer );
		if ( null !== $problem ) {
			pagebell_release( $claimed['claim'] );
			pagebell_note_failure( $problem, $answer['retry_after'] );
			return $problem;
		}
		delete_option( 'pagebell_state' );
		pagebell_note_announced( pagebell_postpone_duplicates( $claimed, $answer['body'] ), $answer['body'] );
		pagebell_finish( $claimed['claim'] );
	}
	pagebell_wake();
	return null;
}

/**
 * The body of a delivery. Its key is that of the changes in it: the same delivery, sent again because its answer was lost,
 * is recognised by Pagebell.
 *
 * @param array $rows Rows of the queue.
 * @return string JSON.
 */
function pagebell_body( $rows ) {
	$urls = array();
	foreach ( $rows as $row ) {
		$urls[] = array(
			'url'    => $row->url,
			'action' => $row->action,
		);
	}
	return wp_json_encode(
		array(
			'event'           => 'pages.changed',
			'idempotency_key' => hash( 'sha256', implode( ' ', wp_list_pluck( $rows, 'change_id' ) ) ),
			'urls'            => $urls,
		)
	);
}

/**
 * Why a delivery was not kept by Pagebell; null if it was, or if there is nothing to keep.
 *
 * @param array $answer As {@see pagebell_request()} returns it.
 * @return string|null
 */
function pagebell_refusal( $answer ) {
	if ( null !== $answer['problem'] ) {
		return $answer['problem'];
	}
	$verdict = isset( $answer['body']['verdict'] ) ? $answer['body']['verdict'] : '';
	if ( 'waiting_full' === $verdict ) {
		return __( 'The quota of Pagebell is used up, and its waiting list is full.', 'pagebell' );
	}
	if ( in_array( $verdict, array( 'urls', 'waiting', 'ignored' ), true ) ) {
		return null;
	}
	return __( 'The address is of another kind of source. Add a source of the kind WordPress at Pagebell.', 'pagebell' );
}

/**
 * Plans the next attempt.
 *
 * @param string $problem     Why this one failed.
 * @param int    $retry_after Seconds that Pagebell asked for, or 0.
 */
function pagebell_note_failure( $problem, $retry_after ) {
	$failures = pagebell_state()['failures'];
	$last     = count( PAGEBELL_RETRY_SECONDS ) - 1;
	$seconds  = PAGEBELL_RETRY_SECONDS[ min( $failures, $last ) ];
	if ( $retry_after > 0 ) {
		$seconds = min( $retry_after, HOUR_IN_SECONDS );
	}
	update_option(
		'pagebell_state',
		array(
			'failures' => $failures + 1,
			'retry_at' => time() + $seconds,
			'problem'  => $problem,
		),
		false
	);
	pagebell_wake();
}

/**
 * Postpones the updates that Pagebell left out because it took the same URLs within its dedupe window: the pages have
 * changed since. Those that were deleted have not.
 *
 * @param array $claimed As {@see pagebell_claim()} returns it.
 * @param array $body    The answer.
 * @return array The other rows.
 */
function pagebell_postpone_duplicates( $claimed, $body ) {
	$answered = isset( $body['results'] ) && is_array( $body['results'] ) ? $body['results'] : array();
	$results  = array();
	foreach ( wp_list_filter( $answered, array( 'action' => 'update' ) ) as $result ) {
		$path = isset( $result['url'] ) && is_string( $result['url'] ) ? pagebell_path_of( $result['url'] ) : '';
		// Of two that look alike the first counts, so that they do not postpone each other for ever.
		$results[ $path ] = isset( $results[ $path ] ) ? $results[ $path ] : $result;
	}
	$taken = array();
	foreach ( $claimed['rows'] as $row ) {
		$path   = pagebell_path_of( $row->url );
		$result = 'update' === $row->action && isset( $results[ $path ] ) ? $results[ $path ] : array();
		if ( isset( $result['verdict'] ) && 'duplicate' === $result['verdict'] ) {
			pagebell_postpone( $claimed['claim'], $row->url_hash, pagebell_allowed_again( $result ) );
		} else {
			$taken[] = $row;
		}
	}
	return $taken;
}

/**
 * When a URL that Pagebell left out as a duplicate may be sent again: when it says, within an hour.
 *
 * @param array $result What it answered about the URL.
 * @return int Unix seconds.
 */
function pagebell_allowed_again( $result ) {
	$text = isset( $result['allowed_again_at'] ) ? $result['allowed_again_at'] : '';
	$at   = is_string( $text ) ? (int) strtotime( $text ) : 0;
	return min( max( $at, time() + PAGEBELL_POSTPONE_SECONDS ), time() + HOUR_IN_SECONDS );
}

/**
 * Notes at posts and terms when Pagebell took their URL.
 *
 * @param array $rows Rows of the queue.
 * @param array $body The answer; its `results` lack the URLs that were left out, such as those of another host.
 */
function pagebell_note_announced( $rows, $body ) {
	$taken = null;
	if ( isset( $body['results'] ) && is_array( $body['results'] ) ) {
		$taken = array();
		foreach ( array_filter( wp_list_pluck( $body['results'], 'url' ), 'is_string' ) as $url ) {
			$taken[ pagebell_path_of( $url ) ] = true;
		}
	}
	$reason = 'ignored' === $body['verdict'] && isset( $body['reason'] ) ? sanitize_text_field( $body['reason'] ) : '';
	// Of a renamed page both URLs are in the queue: the one that it has now is noted last.
	foreach ( array( 'delete', 'update' ) as $action ) {
		foreach ( wp_list_filter( $rows, array( 'action' => $action ) ) as $row ) {
			$noted = array(
				// A copy of a post has the notes of the original.
				'id'       => (int) $row->object_id,
				'url'      => $row->url,
				'action'   => $action,
				'at'       => time(),
				'rejected' => null !== $taken && ! isset( $taken[ pagebell_path_of( $row->url ) ] ),
				'reason'   => PAGEBELL_REPEATED === $reason ? '' : $reason,
			);
			pagebell_note_at( $row->object_type, (int) $row->object_id, $noted );
		}
	}
}

/**
 * What two spellings of a URL have in common: Pagebell answers the canonical one.
 *
 * @param string $url A URL.
 * @return string Its path and query, decoded.
 */
function pagebell_path_of( $url ) {
	$path  = (string) wp_parse_url( $url, PHP_URL_PATH );
	$query = (string) wp_parse_url( $url, PHP_URL_QUERY );
	return strtolower( rawurldecode( ( '' === $path ? '/' : $path ) . '?' . $query ) );
}

/**
 * Notes an announcement at a post or term that still exists.
 *
 * @param string $object_type `post`, `term` or `user`.
 * @param int    $object_id   Its id.
 * @param array  $noted       What to note.
 */
function pagebell_note_at( $object_type, $object_id, $noted ) {
	$exists = ( 'post' === $object_type && get_post( $object_id ) instanceof WP_Post )
		|| ( 'term' === $object_type && get_term( $object_id ) instanceof WP_Term );
	if ( $exists ) {
		update_metadata( $object_type, $object_id, '_pagebell_announced', $noted );
	}
}
