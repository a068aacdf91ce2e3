<?php
/**
 * The queue: what has to be announced and was not yet. One row for each URL; the newest action counts.
 *
 * A change only writes here, so that saving a post never waits for Pagebell. wp-cron sends what is here.
 *
 * @package Pagebell
 */

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- A table of the plug-in; its rows are not cached.
// phpcs:disable WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- The name of the table.

defined( 'ABSPATH' ) || exit;

const PAGEBELL_SCHEMA = 1;
/** Seconds after which a process that claimed rows is taken for dead, and its rows are claimed again. */
const PAGEBELL_CLAIM_SECONDS = 300;
const PAGEBELL_BATCH_SIZE    = 100;

/**
 * The table of this site.
 *
 * @return string
 */
function pagebell_table() {
	global $wpdb;
	return $wpdb->prefix . 'pagebell_queue';
}

add_action( 'init', 'pagebell_prepare', 5 );

/**
 * Creates the table at the first request and after an update of the plug-in, and plans the hourly run. Not on activation
 * alone: a site that is added to a network later is never activated.
 */
function pagebell_prepare() {
	if ( ! wp_next_scheduled( 'pagebell_send_hourly' ) ) {
		wp_schedule_event( time() + HOUR_IN_SECONDS, 'hourly', 'pagebell_send_hourly' );
	}
	if ( PAGEBELL_SCHEMA === (int) get_option( 'pagebell_schema' ) ) {
		return;
	}
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$table   = pagebell_table();
	$collate = $wpdb->get_charset_collate();
	dbDelta(
		"CREATE TABLE $table (
  url_hash char(64) NOT NULL,
  url text NOT NULL,
  action varchar(6) NOT NULL,
  object_type varchar(4) NOT NULL,
  object_id bigint(20) unsigned NOT NULL,
  change_id char(36) NOT NULL,
  queued_at bigint(20) unsigned NOT NULL,
  claim char(36) NOT NULL DEFAULT '',
  claimed_until bigint(20) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY  (url_hash),
  KEY claim (claim)
) $collate;"
	);
	// Looked up by each request, which costs a query where it does not exist.
	add_option( 'pagebell_key_file', '' );
	update_option( 'pagebell_schema', PAGEBELL_SCHEMA );
}

/**
 * Puts a URL in the queue. A claim of the same URL ends: what is being sent is not the newest any more.
 *
 * @param string $url         An absolute URL of this site.
 * @param string $action      `update` or `delete`.
 * @param string $object_type `post`, `term` or `user`.
 * @param int    $object_id   Its id, at which the announcement is noted.
 */
function pagebell_put( $url, $action, $object_type, $object_id ) {
	global $wpdb;
	if ( ! pagebell_is_active() ) {
		return;
	}
	$table  = pagebell_table();
	$change = wp_generate_uuid4();
	$wpdb->query(
		$wpdb->prepare(
			"INSERT INTO $table (url_hash, url, action, object_type, object_id, change_id, queued_at)
			VALUES (%s, %s, %s, %s, %d, %s, %d)
			ON DUPLICATE KEY UPDATE action = %s, object_type = %s, object_id = %d, change_id = %s, queued_at = %d,
			claim = '', claimed_until = 0",
			hash( 'sha256', $url ),
			$url,
			$action,
			$object_type,
			$object_id,
			$change,
			time(),
			$action,
			$object_type,
			$object_id,
			$change,
			time()
		)
	);
	pagebell_wake();
}

/**
 * Takes rows that no other process has and that are not postponed, for a while.
 *
 * @return array `claim`, and `rows` as objects; no rows if nothing is left.
 */
function pagebell_claim() {
	global $wpdb;
	$table = pagebell_table();
	$claim = wp_generate_uuid4();
	$wpdb->query(
		$wpdb->prepare(
			"UPDATE $table SET claim = %s, claimed_until = %d WHERE claimed_until < %d ORDER BY queued_at LIMIT %d",
			$claim,
			time() + PAGEBELL_CLAIM_SECONDS,
			time(),
			PAGEBELL_BATCH_SIZE
		)
	);
	$rows = $wpdb->get_results(
		$wpdb->prepare( "SELECT * FROM $table WHERE claim = %s ORDER BY queued_at, url_hash", $claim )
	);
	return array(
		'claim' => $claim,
		'rows'  => $rows,
	);
}

/**
 * Removes what was sent. A row that was changed meanwhile stays, because its claim has ended.
 *
 * @param string $claim The claim.
 */
function pagebell_finish( $claim ) {
	global $wpdb;
	$table = pagebell_table();
	$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE claim = %s", $claim ) );
}

/**
 * Gives rows back that could not be sent.
 *
 * @param string $claim The claim.
 */
function pagebell_release( $claim ) {
	global $wpdb;
	$table = pagebell_table();
	$wpdb->query( $wpdb->prepare( "UPDATE $table SET claim = '', claimed_until = 0 WHERE claim = %s", $claim ) );
}

/**
 * Gives a row back that is not to be sent before a time. It becomes another change: with the same key Pagebell would
 * take its delivery for one that it already has. A row that was changed meanwhile is not postponed, because its claim
 * has ended.
 *
 * @param string $claim    The claim.
 * @param string $url_hash Of the row.
 * @param int    $until    Unix seconds.
 */
function pagebell_postpone( $claim, $url_hash, $until ) {
	global $wpdb;
	$table = pagebell_table();
	$wpdb->query(
		$wpdb->prepare(
			"UPDATE $table SET claim = '', change_id = %s, claimed_until = %d WHERE claim = %s AND url_hash = %s",
			wp_generate_uuid4(),
			$until,
			$claim,
			$url_hash
		)
	);
}

/**
 * When the next row may be claimed.
 *
 * @return int|null Unix seconds; null if nothing waits.
 */
function pagebell_next_due() {
	global $wpdb;
	$table = pagebell_table();
	$until = $wpdb->get_var( "SELECT MIN(claimed_until) FROM $table" );
	return null === $until ? null : (int) $until + 1;
}

/**
 * Drops what waits, of a site that has stopped announcing.
 */
function pagebell_empty_queue() {
	global $wpdb;
	$table = pagebell_table();
	$wpdb->query( "DELETE FROM $table" );
}

/**
 * How many URLs wait.
 *
 * @return int
 */
function pagebell_queue_length() {
	global $wpdb;
	$table = pagebell_table();
	return (int) $wpdb->get_var( "SELECT COUNT(*) FROM $table" );
}
