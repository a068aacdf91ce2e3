<?php
/**
 * The IndexNow key file, which proves to search engines that announcements come from the owner of the host.
 *
 * Pagebell has the key and says it below the address of the source. The key is not a secret: everybody can read the file.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

add_action( 'init', 'pagebell_serve_key_file', 1 );

/**
 * Answers a request for the key file and ends. By its path, so that it does not depend on rewrite rules; the web server
 * has to pass requests for files that do not exist to WordPress, as it does for permalinks.
 */
function pagebell_serve_key_file() {
	$file = get_option( 'pagebell_key_file' );
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Only compared.
	$path = isset( $_SERVER['REQUEST_URI'] ) ? strtok( wp_unslash( $_SERVER['REQUEST_URI'] ), '?' ) : '';
	if ( ! is_array( $file ) || $path !== $file['path'] ) {
		return;
	}
	status_header( 200 );
	header( 'Content-Type: text/plain; charset=utf-8' );
	header( 'X-Content-Type-Options: nosniff' );
	header( 'X-Robots-Tag: noindex' );
	header( 'Cache-Control: public, max-age=3600' );
	echo esc_html( $file['key'] );
	exit;
}

/**
 * Asks Pagebell for the key of this host, and whether the address is the right one for this site.
 *
 * @return string|null Why it is not known; null if it is.
 */
function pagebell_refresh_key_file() {
	$answer  = pagebell_request( 'GET', '/key-file?host=' . rawurlencode( pagebell_host() ) );
	$problem = $answer['problem'];
	$kind    = isset( $answer['body']['data']['kind'] ) ? $answer['body']['data']['kind'] : '';
	if ( 422 === $answer['status'] ) {
		$problem = __( 'The address belongs to a project of another host than this site.', 'pagebell' );
		// phpcs:ignore WordPress.WP.CapitalPDangit -- The name of the kind.
	} elseif ( null === $problem && 'wordpress' !== $kind ) {
		$problem = __( 'The address is of another kind of source. Add a source of the kind WordPress at Pagebell.', 'pagebell' );
	}
	$file = null === $problem ? pagebell_read_key_file( $answer['body'] ) : null;
	update_option(
		'pagebell_connection',
		array(
			'problem'    => (string) $problem,
			// Then deliveries would be ignored. Pagebell may be away otherwise, which deliveries find out themselves.
			'is_wrong'   => null !== $problem && in_array( $answer['status'], array( 200, 404, 422 ), true ),
			'checked_at' => time(),
		),
		false
	);
	if ( null !== $file ) {
		update_option( 'pagebell_key_file', $file );
	}
	return $problem;
}

/**
 * The key file of an answer.
 *
 * @param array $body `data` with `key` and `location`.
 * @return array|null `key` and `path`; null if the answer has none for this host.
 */
function pagebell_read_key_file( $body ) {
	$data     = isset( $body['data'] ) && is_array( $body['data'] ) ? $body['data'] : array();
	$key      = isset( $data['key'] ) && is_string( $data['key'] ) ? $data['key'] : '';
	$location = isset( $data['location'] ) && is_string( $data['location'] ) ? $data['location'] : '';
	$path     = wp_parse_url( $location, PHP_URL_PATH );
	// A key has 8 to 128 of these (https://www.indexnow.org/documentation).
	if ( ! preg_match( '/^[A-Za-z0-9-]{8,128}$/', $key ) || ! is_string( $path ) || '.txt' !== substr( $path, -4 ) ) {
		return null;
	}
	return array(
		'key'  => $key,
		'path' => $path,
	);
}

/**
 * Asks again once a day, and after a failure at each run.
 *
 * @return string|null Why the address is the wrong one for this site; null if it is not.
 */
function pagebell_check_address() {
	$connection = get_option( 'pagebell_connection' );
	$is_fresh   = is_array( $connection ) && '' === $connection['problem']
		&& $connection['checked_at'] > time() - DAY_IN_SECONDS;
	if ( $is_fresh ) {
		return null;
	}
	$problem = pagebell_refresh_key_file();
	return get_option( 'pagebell_connection' )['is_wrong'] ? $problem : null;
}
