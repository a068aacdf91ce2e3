<?php
/**
 * Plugin Name:       Pagebell
 * Description:       Tells search engines which pages were published, changed or removed, through a Pagebell server.
 * Version:           0.1.0
 * Requires at least: 6.0
 * Requires PHP:      7.4
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       pagebell
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

define( 'PAGEBELL_VERSION', '0.1.0' );

require_once __DIR__ . '/includes/address.php';
require_once __DIR__ . '/includes/queue.php';
require_once __DIR__ . '/includes/request.php';
require_once __DIR__ . '/includes/send.php';
require_once __DIR__ . '/includes/posts.php';
require_once __DIR__ . '/includes/archives.php';
require_once __DIR__ . '/includes/key-file.php';
if ( is_admin() ) {
	require_once __DIR__ . '/includes/settings-page.php';
	require_once __DIR__ . '/includes/last-announced.php';
}
if ( defined( 'WP_CLI' ) && WP_CLI ) {
	require_once __DIR__ . '/includes/class-pagebell-command.php';
	WP_CLI::add_command( 'pagebell', 'Pagebell_Command' );
}

register_deactivation_hook( __FILE__, 'pagebell_deactivate' );

/**
 * Ends the scheduled work. The queue, the address and what was announced stay until the plug-in is deleted.
 */
function pagebell_deactivate() {
	wp_clear_scheduled_hook( 'pagebell_send' );
	wp_clear_scheduled_hook( 'pagebell_send_hourly' );
}
