<?php
/**
 * Posts, pages and other types with public pages: what changed about their URLs.
 *
 * `_pagebell_url` of a post is its id and the URL under which it was public when it was last looked at. It tells a
 * rename from an edit, and a post that was unpublished from a draft. Plug-ins that copy a post copy it too: the id tells
 * that it is that of the original.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

const PAGEBELL_MAX_CHILDREN = 500;

add_action( 'wp_after_insert_post', 'pagebell_on_saved', 10, 4 );
add_action( 'before_delete_post', 'pagebell_on_delete', 10, 2 );
add_action( 'set_object_terms', 'pagebell_on_terms', 10, 6 );

/**
 * The URL under which everybody can read a post.
 *
 * @param WP_Post|null $post A post of any type.
 * @return string|null Null for drafts, private and protected posts, attachments and types without pages.
 */
function pagebell_public_url( $post ) {
	if ( ! $post instanceof WP_Post ) {
		return null;
	}
	$is_public = 'attachment' !== $post->post_type
		&& '' === $post->post_password
		&& is_post_publicly_viewable( $post );
	$url       = $is_public ? get_permalink( $post ) : null;
	/**
	 * The URL of a post that is announced, or null to announce nothing, for example of pages that are not to be indexed.
	 *
	 * @param string|null $url  The permalink; null if the post is not public.
	 * @param WP_Post     $post The post.
	 */
	$url = apply_filters( 'pagebell_public_url', $url ? $url : null, $post );
	return is_string( $url ) && '' !== $url ? $url : null;
}

/**
 * The URL under which a post was public when it was last looked at.
 *
 * @param int $post_id The post.
 * @return string Empty if it was not public, or was never looked at.
 */
function pagebell_known_url( $post_id ) {
	$stored = get_post_meta( $post_id, '_pagebell_url', true );
	list( $owner, $url ) = array_pad( explode( ' ', is_string( $stored ) ? $stored : '', 2 ), 2, '' );
	return (string) $post_id === $owner ? $url : '';
}

/**
 * Notes the URL under which a post is public.
 *
 * @param int    $post_id The post.
 * @param string $url     The URL.
 */
function pagebell_note_url( $post_id, $url ) {
	update_post_meta( $post_id, '_pagebell_url', wp_slash( "$post_id $url" ) );
}

/**
 * Saved by an editor, the REST API, WP-CLI, a schedule or another plug-in; also moved to the trash or restored.
 *
 * @param int          $post_id Its id.
 * @param WP_Post      $post    As it is now.
 * @param bool         $update  Whether it existed before.
 * @param WP_Post|null $before  As it was; null if it is new.
 */
function pagebell_on_saved( $post_id, $post, $update, $before ) {
	// What is deleted from the meta of a revision, WordPress deletes from that of its post.
	if ( wp_is_post_revision( $post_id ) || ! pagebell_is_active() ) {
		return;
	}
	$is_retitled = $before instanceof WP_Post && $before->post_title !== $post->post_title;
	$has_moved   = $before instanceof WP_Post && $before->post_author !== $post->post_author;
	if ( $has_moved && 'post' === $post->post_type && null !== pagebell_public_url( $post ) ) {
		pagebell_put( get_author_posts_url( (int) $before->post_author ), 'update', 'user', (int) $before->post_author );
	}
	pagebell_sync_post( $post, pagebell_public_url( $before ), true, $is_retitled || $has_moved );
}

/**
 * Queues what changed between the URL under which a post was public and the one that it has now.
 *
 * @param WP_Post     $post       As it is now.
 * @param string|null $fallback   Its URL before, for a post that the plug-in has not seen yet.
 * @param bool        $is_changed Whether its content may have changed.
 * @param bool        $is_listed_otherwise Whether lists show it in another way.
 */
function pagebell_sync_post( $post, $fallback, $is_changed, $is_listed_otherwise = false ) {
	$known  = pagebell_known_url( $post->ID );
	$before = '' !== $known ? $known : $fallback;
	$now    = pagebell_public_url( $post );
	if ( null !== $before && $before !== $now ) {
		pagebell_put( $before, 'delete', 'post', $post->ID );
	}
	if ( null !== $now && ( $is_changed || $before !== $now ) ) {
		pagebell_put( $now, 'update', 'post', $post->ID );
	}
	if ( $before === $now && $known === (string) $now && ! $is_listed_otherwise ) {
		return;
	}
	if ( null === $now ) {
		delete_post_meta( $post->ID, '_pagebell_url' );
	} else {
		pagebell_note_url( $post->ID, $now );
	}
	if ( $before !== $now || ( $is_listed_otherwise && null !== $now ) ) {
		pagebell_put_archives_of( $post );
	}
	if ( $before !== $now ) {
		pagebell_sync_children( $post, $before, $now );
	}
}

/**
 * The public pages below a page, at most so many.
 *
 * @param WP_Post $above The page.
 * @return WP_Post[]
 */
function pagebell_children( $above ) {
	if ( ! is_post_type_hierarchical( $above->post_type ) ) {
		return array();
	}
	return get_posts(
		array(
			'post_type'   => $above->post_type,
			'post_parent' => $above->ID,
			'numberposts' => PAGEBELL_MAX_CHILDREN,
			'post_status' => 'publish',
		)
	);
}

/**
 * The pages below a page have its path in their URL, also while it is in the trash.
 *
 * @param WP_Post     $above The page whose URL has changed.
 * @param string|null $before Its URL before; null if it was not public.
 * @param string|null $now    Its URL now; null if it is not public.
 */
function pagebell_sync_children( $above, $before, $now ) {
	foreach ( pagebell_children( $above ) as $child ) {
		$url       = pagebell_public_url( $child );
		$is_within = null !== $url && null !== $before && null !== $now && 0 === strpos( $url, $now );
		pagebell_sync_post( $child, $is_within ? $before . substr( $url, strlen( $now ) ) : null, false );
	}
}

/**
 * About to be deleted for good, with or without the trash.
 *
 * @param int     $post_id Its id.
 * @param WP_Post $post    The post.
 */
function pagebell_on_delete( $post_id, $post ) {
	$url = pagebell_public_url( $post );
	if ( null === $url || ! pagebell_is_active() ) {
		return;
	}
	$known = pagebell_known_url( $post_id );
	pagebell_put( '' !== $known ? $known : $url, 'delete', 'post', $post_id );
	pagebell_put_archives_of( $post );
	// They move up, each with a new URL.
	foreach ( pagebell_children( $post ) as $child ) {
		if ( '' === pagebell_known_url( $child->ID ) ) {
			pagebell_note_url( $child->ID, (string) pagebell_public_url( $child ) );
		}
		pagebell_sync_later( $child->ID );
	}
}

/**
 * A post has other terms: the archives of those that were added or removed list it, or do not any more.
 *
 * @param int    $post_id  The post.
 * @param array  $terms    As they were given.
 * @param int[]  $tt_ids   Ids of terms in the taxonomy, now.
 * @param string $taxonomy The taxonomy.
 * @param bool   $append   Whether they were added to the old ones.
 * @param int[]  $old      Ids before.
 */
function pagebell_on_terms( $post_id, $terms, $tt_ids, $taxonomy, $append, $old ) {
	$tt_ids  = array_map( 'intval', $tt_ids );
	$old     = array_map( 'intval', $old );
	$changed = array_merge( array_diff( $tt_ids, $old ), $append ? array() : array_diff( $old, $tt_ids ) );
	$post    = get_post( $post_id );
	if ( array() === $changed || ! pagebell_is_active() || null === pagebell_public_url( $post ) ) {
		return;
	}
	foreach ( $changed as $tt_id ) {
		pagebell_put_term( get_term_by( 'term_taxonomy_id', $tt_id, $taxonomy ) );
	}
	pagebell_sync_later( $post_id );
}

/**
 * Permalinks may contain a category, so the URL of a post changes with its terms. Its URL is compared when the request
 * ends: until then it may have some of its terms only.
 *
 * @param int|null $post_id The post; null to get those that were noted.
 * @return int[]
 */
function pagebell_sync_later( $post_id = null ) {
	static $noted = array();
	if ( null !== $post_id ) {
		$noted[ $post_id ] = $post_id;
	}
	return $noted;
}

add_action(
	'shutdown',
	function () {
		foreach ( pagebell_sync_later() as $post_id ) {
			$post = get_post( $post_id );
			if ( $post instanceof WP_Post && '' !== pagebell_known_url( $post_id ) ) {
				pagebell_sync_post( $post, null, false );
			}
		}
	},
	5
);
