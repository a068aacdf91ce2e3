<?php
/**
 * Requests to Pagebell.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

/** Seconds. Only wp-cron, WP-CLI and the settings page wait for so long. */
const PAGEBELL_TIMEOUT = 10;

/**
 * Requests an address below that of the source.
 *
 * @param string      $method `GET` or `POST`.
 * @param string      $suffix What follows the address of the source.
 * @param string|null $body   JSON, signed if the source has a secret.
 * @return array `status` (0 if there was no answer), `body` as an array, `problem` (null with 2xx), and `retry_after` in
 *               seconds (0 if the server did not say).
 */
function pagebell_request( $method, $suffix, $body = null ) {
	$address = pagebell_address();
	$headers = array( 'Accept' => 'application/json' );
	if ( null !== $body ) {
		$headers['Content-Type'] = 'application/json';
		if ( '' !== $address['secret'] ) {
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- The form of the header.
			$headers['X-WP-Webhook-Signature'] = base64_encode( hash_hmac( 'sha256', $body, $address['secret'], true ) );
		}
	}
	// Not the "safe" function: Pagebell may be in a private network. No redirects: the address is a secret.
	$response = wp_remote_request(
		$address['url'] . $suffix,
		array(
			'method'      => $method,
			'headers'     => $headers,
			'body'        => $body,
			'timeout'     => PAGEBELL_TIMEOUT,
			'redirection' => 0,
			'user-agent'  => 'Pagebell-WordPress/' . PAGEBELL_VERSION,
		)
	);
	if ( is_wp_error( $response ) ) {
		return pagebell_answer( 0, array(), pagebell_without_address( $response->get_error_message() ) );
	}
	$status  = (int) wp_remote_retrieve_response_code( $response );
	$decoded = json_decode( wp_remote_retrieve_body( $response ), true );
	$decoded = is_array( $decoded ) ? $decoded : array();
	$problem = $status >= 200 && $status < 300 ? null : pagebell_problem( $status );
	$after   = wp_remote_retrieve_header( $response, 'retry-after' );
	return pagebell_answer( $status, $decoded, $problem, is_numeric( $after ) ? (int) $after : 0 );
}

/**
 * An answer as {@see pagebell_request()} returns it.
 *
 * @param int         $status      HTTP status, or 0.
 * @param array       $body        The decoded body.
 * @param string|null $problem     Why nothing was achieved.
 * @param int         $retry_after Seconds.
 * @return array
 */
function pagebell_answer( $status, $body, $problem, $retry_after = 0 ) {
	return array(
		'status'      => $status,
		'body'        => $body,
		'problem'     => $problem,
		'retry_after' => $retry_after,
	);
}

/**
 * What a status means for who has entered the address.
 *
 * @param int $status HTTP status other than 2xx.
 * @return string
 */
function pagebell_problem( $status ) {
	switch ( $status ) {
		case 401:
			return __( 'Pagebell refuses the signature. Add the secret of the source behind the address: address#secret.', 'pagebell' );
		case 404:
			return __( 'Pagebell does not know this address. It may have been replaced or disabled.', 'pagebell' );
		case 429:
			return __( 'Pagebell asks to send later (status 429).', 'pagebell' );
		default:
			/* translators: %d: HTTP status */
			return sprintf( __( 'Pagebell answered with status %d.', 'pagebell' ), $status );
	}
}

/**
 * An error of the HTTP library without the token, which it may quote.
 *
 * @param string $text The error.
 * @return string
 */
function pagebell_without_address( $text ) {
	return preg_replace( '~pbh_[A-Za-z0-9_-]+~', 'pbh_…', $text );
}
