<?php
/**
 * The column "Last announced" in the lists of posts and pages.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_init', 'pagebell_add_columns' );

/**
 * Adds the column to every type that has public pages.
 */
function pagebell_add_columns() {
	if ( null === pagebell_address() ) {
		return;
	}
	foreach ( array_filter( get_post_types(), 'is_post_type_viewable' ) as $type ) {
		if ( 'attachment' !== $type ) {
			add_filter( "manage_{$type}_posts_columns", 'pagebell_add_column' );
			add_action( "manage_{$type}_posts_custom_column", 'pagebell_show_column', 10, 2 );
		}
	}
}

/**
 * Adds the column.
 *
 * @param string[] $columns Titles by name.
 * @return string[]
 */
function pagebell_add_column( $columns ) {
	$columns['pagebell'] = __( 'Last announced', 'pagebell' );
	return $columns;
}

/**
 * Shows the cell of a post.
 *
 * @param string $column  The name of the column.
 * @param int    $post_id The post.
 */
function pagebell_show_column( $column, $post_id ) {
	if ( 'pagebell' === $column ) {
		echo esc_html( pagebell_last_announced( $post_id ) );
	}
}

/**
 * When Pagebell took the URL of a post, and what was made of it.
 *
 * @param int $post_id The post.
 * @return string
 */
function pagebell_last_announced( $post_id ) {
	$noted = get_post_meta( $post_id, '_pagebell_announced', true );
	if ( ! is_array( $noted ) || ! isset( $noted['id'] ) || $noted['id'] !== $post_id ) {
		return '—';
	}
	$at = wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $noted['at'] );
	if ( '' !== $noted['reason'] ) {
		/* translators: 1: date and time, 2: why */
		return sprintf( __( '%1$s, not announced: %2$s', 'pagebell' ), $at, $noted['reason'] );
	}
	if ( $noted['rejected'] ) {
		/* translators: %s: date and time */
		return sprintf( __( '%s, rejected by Pagebell', 'pagebell' ), $at );
	}
	/* translators: %s: date and time */
	return 'delete' === $noted['action'] ? sprintf( __( '%s, as removed', 'pagebell' ), $at ) : $at;
}
