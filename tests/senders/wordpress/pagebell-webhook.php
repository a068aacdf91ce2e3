<?php
/**
 * Plugin Name: Webhook of posts, for tests of Pagebell
 * Description: Posts what changed about a post or page, as webhook plug-ins do. Address and secret are constants.
 */

/** Posts one event; the address is on the loopback interface, which wp_safe_remote_post refuses. */
function pagebell_test_send( $event, $post, $previous_permalink = null ) {
	$body = array(
		'event' => $event,
		'post'  => array_filter(
			array(
				'id'                 => $post->ID,
				'type'               => $post->post_type,
				'status'             => $post->post_status,
				'permalink'          => get_permalink( $post ),
				'previous_permalink' => $previous_permalink,
			)
		),
	);
	wp_remote_post(
		PAGEBELL_ADDRESS,
		array(
			'headers' => array(
				'Authorization' => 'Bearer ' . PAGEBELL_SECRET,
				'Content-Type'  => 'application/json',
			),
			'body'    => wp_json_encode( $body ),
			'timeout' => 20,
		)
	);
}

// Created, changed, published, unpublished or moved to the trash.
add_action(
	'wp_after_insert_post',
	function ( $id, $post, $update, $before ) {
		$was_public = null !== $before && 'publish' === $before->post_status;
		$previous   = $was_public ? get_permalink( $before ) : null;
		$has_moved  = null !== $previous && get_permalink( $post ) !== $previous;
		pagebell_test_send( $update ? 'post_updated' : 'post_created', $post, $has_moved ? $previous : null );
	},
	10,
	4
);

add_action(
	'before_delete_post',
	function ( $id, $post ) {
		pagebell_test_send( 'post_deleted', $post );
	},
	10,
	2
);
