<?php
// Installs the copy of WordPress in the current folder with the articles of articles.json, and prints its version.
define( 'WP_INSTALLING', true );
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install( 'Example', 'author', 'author@wordpress.example', true, '', wp_generate_password() );
update_option( 'permalink_structure', '/%postname%/' );
update_option( 'posts_per_rss', 100 );
wp_delete_post( 1, true );

foreach ( json_decode( file_get_contents( getcwd() . '/articles.json' ) ) as $article ) {
	$id = wp_insert_post(
		wp_slash(
			array(
				'post_title'   => $article->title,
				'post_name'    => $article->slug,
				'post_content' => $article->body,
				'post_status'  => 'publish',
				'post_author'  => 1,
				'post_date_gmt' => mysql_time( $article->published ),
				'post_date'    => mysql_time( $article->published ),
			)
		),
		true
	);
	if ( is_wp_error( $id ) ) {
		exit( $id->get_error_message() );
	}
	// wp_insert_post ignores the time of a change.
	$changed = mysql_time( $article->changed );
	$times   = array( 'post_modified' => $changed, 'post_modified_gmt' => $changed );
	$wpdb->update( $wpdb->posts, $times, array( 'ID' => $id ) );
}
echo get_bloginfo( 'version' );

function mysql_time( $instant ) {
	return gmdate( 'Y-m-d H:i:s', strtotime( $instant ) );
}
