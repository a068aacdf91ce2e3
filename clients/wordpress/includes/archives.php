<?php
/**
 * Archives: the pages of terms and authors, which list posts.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

add_action( 'edit_terms', 'pagebell_on_edit_term', 10, 2 );
add_action( 'edited_term', 'pagebell_on_edited_term', 10, 3 );
add_action( 'pre_delete_term', 'pagebell_on_delete_term', 10, 2 );
add_action( 'delete_term', 'pagebell_on_deleted_term' );
add_action( 'profile_update', 'pagebell_on_profile', 10, 2 );
add_action( 'added_user_meta', 'pagebell_on_user_meta', 10, 3 );
add_action( 'updated_user_meta', 'pagebell_on_user_meta', 10, 3 );
add_action( 'delete_user', 'pagebell_on_delete_user' );
add_action( 'deleted_user', 'pagebell_on_deleted_user', 10, 2 );

/**
 * Queues the archives that list a post: those of its terms, and that of its author.
 *
 * @param WP_Post $post The post.
 */
function pagebell_put_archives_of( $post ) {
	foreach ( array_filter( get_object_taxonomies( $post->post_type ), 'is_taxonomy_viewable' ) as $taxonomy ) {
		$terms = get_the_terms( $post, $taxonomy );
		foreach ( is_array( $terms ) ? $terms : array() as $term ) {
			pagebell_put_term( $term );
		}
	}
	if ( 'post' === $post->post_type && $post->post_author > 0 ) {
		$author = (int) $post->post_author;
		pagebell_put( get_author_posts_url( $author ), 'update', 'user', $author );
	}
}

/**
 * Queues the archive of a term.
 *
 * @param WP_Term|mixed $term Anything else is ignored.
 */
function pagebell_put_term( $term ) {
	$url = pagebell_term_url( $term );
	if ( null !== $url ) {
		pagebell_put( $url, 'update', 'term', $term->term_id );
	}
}

/**
 * The archive of a term.
 *
 * @param WP_Term|mixed $term A term.
 * @return string|null Null if its taxonomy has no archives.
 */
function pagebell_term_url( $term ) {
	if ( ! $term instanceof WP_Term || ! is_taxonomy_viewable( $term->taxonomy ) ) {
		return null;
	}
	$url = get_term_link( $term );
	return is_string( $url ) ? $url : null;
}

/**
 * The archive of a term if it was ever of use: it lists posts, or was announced.
 *
 * @param WP_Term|mixed $term A term.
 * @return string|null
 */
function pagebell_used_term_url( $term ) {
	$url = pagebell_term_url( $term );
	if ( null === $url || $term->count > 0 || '' !== get_term_meta( $term->term_id, '_pagebell_announced', true ) ) {
		return $url;
	}
	return null;
}

/**
 * What was noted before a term or user changed.
 *
 * @param string        $key   Which.
 * @param callable|null $value Returns what to note; null to get what was noted.
 * @return mixed Null if nothing was.
 */
function pagebell_before( $key, $value = null ) {
	static $noted = array();
	if ( null !== $value ) {
		$noted[ $key ] = $value();
	}
	return isset( $noted[ $key ] ) ? $noted[ $key ] : null;
}

/**
 * About to be changed: notes the archives of the term and of those below it, whose URLs may contain its slug.
 *
 * @param int    $term_id  The term.
 * @param string $taxonomy Its taxonomy.
 */
function pagebell_on_edit_term( $term_id, $taxonomy ) {
	if ( ! pagebell_is_active() || ! is_taxonomy_viewable( $taxonomy ) ) {
		return;
	}
	pagebell_before(
		"term $term_id",
		function () use ( $term_id, $taxonomy ) {
			$children = get_term_children( $term_id, $taxonomy );
			$ids      = array_merge( array( $term_id ), is_array( $children ) ? $children : array() );
			$urls     = array();
			foreach ( $ids as $id ) {
				$urls[ $id ] = pagebell_used_term_url( get_term( $id, $taxonomy ) );
			}
			return array_filter( $urls );
		}
	);
}

/**
 * Changed: another name or description is an update, another slug or parent is another URL.
 *
 * @param int    $term_id  The term.
 * @param int    $tt_id    Its id in the taxonomy.
 * @param string $taxonomy Its taxonomy.
 */
function pagebell_on_edited_term( $term_id, $tt_id, $taxonomy ) {
	$noted = pagebell_before( "term $term_id" );
	foreach ( is_array( $noted ) ? $noted : array() as $id => $before ) {
		$now = pagebell_term_url( get_term( $id, $taxonomy ) );
		if ( $before !== $now ) {
			pagebell_put( $before, 'delete', 'term', $id );
		}
		if ( null !== $now && ( $before !== $now || $id === $term_id ) ) {
			pagebell_put( $now, 'update', 'term', $id );
		}
	}
}

/**
 * About to be deleted.
 *
 * @param int    $term_id  The term.
 * @param string $taxonomy Its taxonomy.
 */
function pagebell_on_delete_term( $term_id, $taxonomy ) {
	pagebell_before(
		"deleted term $term_id",
		function () use ( $term_id, $taxonomy ) {
			return pagebell_used_term_url( get_term( $term_id, $taxonomy ) );
		}
	);
}

/**
 * Deleted. After its posts got other terms, so that this is the last word on its archive.
 *
 * @param int $term_id The term.
 */
function pagebell_on_deleted_term( $term_id ) {
	$url = pagebell_before( "deleted term $term_id" );
	if ( null !== $url ) {
		pagebell_put( $url, 'delete', 'term', $term_id );
	}
}

/**
 * The archive of an author who has published posts.
 *
 * @param int    $user_id  The author.
 * @param string $nicename Their name in URLs; empty for the present one.
 * @return string|null
 */
function pagebell_author_url( $user_id, $nicename = '' ) {
	$has_posts = pagebell_is_active() && count_user_posts( $user_id, 'post', true ) > 0;
	return $has_posts ? get_author_posts_url( $user_id, $nicename ) : null;
}

/**
 * A profile was saved. Only what the archive shows is a change of it, not a password.
 *
 * @param int     $user_id The user.
 * @param WP_User $before  As they were.
 */
function pagebell_on_profile( $user_id, $before ) {
	$user = get_userdata( $user_id );
	$now  = pagebell_author_url( $user_id, $user->user_nicename );
	if ( null === $now ) {
		return;
	}
	$old = get_author_posts_url( $user_id, $before->user_nicename );
	if ( $old !== $now ) {
		pagebell_put( $old, 'delete', 'user', $user_id );
	}
	if ( $old !== $now || $user->display_name !== $before->display_name || $user->user_url !== $before->user_url ) {
		pagebell_put( $now, 'update', 'user', $user_id );
	}
}

/**
 * The biography of an author has changed.
 *
 * @param int    $meta_id Its id.
 * @param int    $user_id The author.
 * @param string $name    The name of the field.
 */
function pagebell_on_user_meta( $meta_id, $user_id, $name ) {
	$url = 'description' === $name ? pagebell_author_url( $user_id ) : null;
	if ( null !== $url ) {
		pagebell_put( $url, 'update', 'user', $user_id );
	}
}

/**
 * A user is about to be deleted.
 *
 * @param int $user_id The user.
 */
function pagebell_on_delete_user( $user_id ) {
	pagebell_before(
		"deleted user $user_id",
		function () use ( $user_id ) {
			return pagebell_author_url( $user_id );
		}
	);
}

/**
 * A user was deleted, after their posts were deleted or given to another.
 *
 * @param int      $user_id  The user.
 * @param int|null $reassign Who has their posts now.
 */
function pagebell_on_deleted_user( $user_id, $reassign ) {
	$url = pagebell_before( "deleted user $user_id" );
	if ( null === $url ) {
		return;
	}
	pagebell_put( $url, 'delete', 'user', $user_id );
	$heir = null === $reassign ? null : pagebell_author_url( (int) $reassign );
	if ( null !== $heir ) {
		pagebell_put( $heir, 'update', 'user', (int) $reassign );
	}
}
