<?php
/**
 * WP-CLI: `wp pagebell`.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

/**
 * Announces pages of this site to search engines through Pagebell.
 */
class Pagebell_Command {

	/**
	 * Stores the address of the source and asks Pagebell for the key file.
	 *
	 * ## OPTIONS
	 *
	 * <address>
	 * : The address of the source; an empty text stops announcing.
	 *
	 * @param string[] $args The address.
	 */
	public function connect( $args ) {
		$problem = pagebell_connect( $args[0] );
		if ( null !== $problem ) {
			WP_CLI::error( $problem );
		}
		WP_CLI::success( '' === $args[0] ? 'Nothing is announced any more.' : 'Connected: ' . pagebell_shown_address() );
	}

	/**
	 * Shows the host of Pagebell, how many URLs wait, and the last problem.
	 */
	public function status() {
		$state = pagebell_state();
		$file  = get_option( 'pagebell_key_file' );
		WP_CLI::line( 'address:  ' . ( '' === pagebell_shown_address() ? 'none' : pagebell_shown_address() ) );
		WP_CLI::line( 'waiting:  ' . pagebell_queue_length() );
		WP_CLI::line( 'problem:  ' . ( '' === $state['problem'] ? 'none' : $state['problem'] ) );
		WP_CLI::line( 'key file: ' . ( is_array( $file ) ? $file['path'] : 'not known yet' ) );
	}

	/**
	 * Sends what waits now, also if Pagebell was away a moment ago.
	 */
	public function send() {
		$this->require_address();
		$problem = pagebell_send_all();
		if ( null !== $problem ) {
			WP_CLI::error( $problem );
		}
		WP_CLI::success( 'URLs that wait: ' . pagebell_queue_length() );
	}

	/**
	 * Queues posts that are public, for example after a change of the permalinks.
	 *
	 * ## OPTIONS
	 *
	 * [<id>...]
	 * : Posts.
	 *
	 * [--all]
	 * : Every public post, page and other type with pages.
	 *
	 * @param string[] $args Ids of posts.
	 * @param array    $flags `all`.
	 */
	public function announce( $args, $flags ) {
		$this->require_address();
		$ids = isset( $flags['all'] ) ? $this->all_ids() : $args;
		if ( array() === $ids ) {
			WP_CLI::error( 'Name posts, or use --all.' );
		}
		$queued = 0;
		foreach ( $ids as $id ) {
			$post = get_post( (int) $id );
			if ( null !== pagebell_public_url( $post ) ) {
				pagebell_sync_post( $post, null, true );
				++$queued;
			}
		}
		WP_CLI::success( "Posts that were queued: $queued." );
	}

	/**
	 * Ends the command unless there is an address.
	 */
	private function require_address() {
		if ( null === pagebell_address() ) {
			WP_CLI::error( 'There is no address yet: wp pagebell connect ADDRESS' );
		}
	}

	/**
	 * Every published post of a type with pages.
	 *
	 * @return int[]
	 */
	private function all_ids() {
		return get_posts(
			array(
				'post_type'   => array_values( array_filter( get_post_types(), 'is_post_type_viewable' ) ),
				'post_status' => 'publish',
				'numberposts' => -1,
				'fields'      => 'ids',
			)
		);
	}
}
