<?php
/**
 * Removes everything that the plug-in has stored.
 *
 * @package Pagebell
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes the table, the options and the notes at posts and terms of the current site.
 */
function pagebell_uninstall_site() {
	global $wpdb;
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- A fixed name.
	$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}pagebell_queue" );
	foreach ( array( 'address', 'connection', 'key_file', 'state', 'schema' ) as $pagebell_name ) {
		delete_option( "pagebell_$pagebell_name" );
	}
	foreach ( array( '_pagebell_url', '_pagebell_announced' ) as $pagebell_name ) {
		delete_metadata( 'post', 0, $pagebell_name, '', true );
		delete_metadata( 'term', 0, $pagebell_name, '', true );
	}
	wp_clear_scheduled_hook( 'pagebell_send' );
	wp_clear_scheduled_hook( 'pagebell_send_hourly' );
}

if ( is_multisite() ) {
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $pagebell_site ) {
		switch_to_blog( $pagebell_site );
		pagebell_uninstall_site();
		restore_current_blog();
	}
} else {
	pagebell_uninstall_site();
}
