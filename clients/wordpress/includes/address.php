<?php
/**
 * The one setting: the address of the source at Pagebell.
 *
 * The address contains the token of the source, which authenticates requests. If the source has a secret as well, it
 * stands behind a number sign, `https://pagebell.example/api/hooks/pbh_…#secret`: requests are then signed with it, and
 * it is never sent.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

/**
 * Takes an address apart.
 *
 * @param string $text What was entered.
 * @return array|null `url` and `secret` (empty if there is none); null if it is no address of a source.
 */
function pagebell_parse_address( $text ) {
	list( $url, $secret ) = array_pad( explode( '#', trim( $text ), 2 ), 2, '' );
	$is_address           = preg_match( '~^https?://[^/?#\s@]+(/[^?#\s]*)?/api/hooks/pbh_[A-Za-z0-9_-]+/?$~', $url );
	return $is_address ? array(
		'url'    => rtrim( $url, '/' ),
		'secret' => $secret,
	) : null;
}

/**
 * The address in use.
 *
 * @return array|null As {@see pagebell_parse_address()}; null if none was entered.
 */
function pagebell_address() {
	$text = get_option( 'pagebell_address', '' );
	return is_string( $text ) && '' !== $text ? pagebell_parse_address( $text ) : null;
}

/**
 * Stores an address, also one that is wrong for this site, and asks Pagebell for the key file.
 *
 * @param string $text The address; empty to stop announcing.
 * @return string|null Why it cannot be used; null if it can.
 */
function pagebell_connect( $text ) {
	$text = trim( $text );
	if ( '' !== $text && null === pagebell_parse_address( $text ) ) {
		return __( 'Enter the address of a source, such as https://pagebell.example/api/hooks/pbh_…', 'pagebell' );
	}
	update_option( 'pagebell_address', $text, false );
	delete_option( 'pagebell_connection' );
	update_option( 'pagebell_key_file', '' );
	delete_option( 'pagebell_state' );
	if ( '' === $text ) {
		pagebell_empty_queue();
		return null;
	}
	pagebell_wake();
	return pagebell_refresh_key_file();
}

/**
 * The address as it may be shown: the host, and the end of the token.
 *
 * @return string Empty if none was entered.
 */
function pagebell_shown_address() {
	$address = pagebell_address();
	if ( null === $address ) {
		return '';
	}
	return wp_parse_url( $address['url'], PHP_URL_HOST ) . ' …' . substr( $address['url'], -4 );
}

/**
 * The host of this site, with its port if it has one, in lower case.
 *
 * @return string
 */
function pagebell_host() {
	$parts = wp_parse_url( home_url() );
	$port  = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
	return strtolower( isset( $parts['host'] ) ? $parts['host'] : '' ) . $port;
}

/**
 * Whether changes of this site are announced: there is an address, and search engines are not told to stay away.
 *
 * @return bool
 */
function pagebell_is_active() {
	return null !== pagebell_address() && '0' !== (string) get_option( 'blog_public' );
}
