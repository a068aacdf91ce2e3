<?php
/**
 * Settings, Pagebell: the address, and how sending goes.
 *
 * @package Pagebell
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', 'pagebell_add_page' );
add_action( 'admin_post_pagebell_connect', 'pagebell_on_connect' );
add_action( 'admin_notices', 'pagebell_show_problem' );
add_filter( 'plugin_action_links_' . plugin_basename( dirname( __DIR__ ) . '/pagebell.php' ), 'pagebell_add_link' );

/**
 * Adds the page to the menu.
 */
function pagebell_add_page() {
	add_options_page(
		__( 'Pagebell', 'pagebell' ),
		__( 'Pagebell', 'pagebell' ),
		'manage_options',
		'pagebell',
		'pagebell_show_page'
	);
}

/**
 * The address of the page.
 *
 * @return string
 */
function pagebell_page_url() {
	return admin_url( 'options-general.php?page=pagebell' );
}

/**
 * Adds a link to the list of plug-ins.
 *
 * @param string[] $links Those that there are.
 * @return string[]
 */
function pagebell_add_link( $links ) {
	$link = '<a href="' . esc_url( pagebell_page_url() ) . '">' . esc_html__( 'Settings', 'pagebell' ) . '</a>';
	array_unshift( $links, $link );
	return $links;
}

/**
 * The form was sent.
 */
function pagebell_on_connect() {
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html__( 'You are not allowed to change these settings.', 'pagebell' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( 'pagebell_connect' );
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Checked next; sanitizing would change a secret in it.
	$address = isset( $_POST['pagebell_address'] ) ? (string) wp_unslash( $_POST['pagebell_address'] ) : '';
	$problem = pagebell_connect( $address );
	set_transient( 'pagebell_notice_' . get_current_user_id(), array( 'problem' => (string) $problem ), MINUTE_IN_SECONDS );
	wp_safe_redirect( pagebell_page_url() );
	exit;
}

/**
 * Shows the page. The address is not in it: the token in it is a secret.
 */
function pagebell_show_page() {
	$notice = get_transient( 'pagebell_notice_' . get_current_user_id() );
	delete_transient( 'pagebell_notice_' . get_current_user_id() );
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Pagebell', 'pagebell' ); ?></h1>
		<?php if ( is_array( $notice ) && '' !== $notice['problem'] ) : ?>
			<div class="notice notice-error"><p><?php echo esc_html( $notice['problem'] ); ?></p></div>
		<?php elseif ( is_array( $notice ) ) : ?>
			<div class="notice notice-success"><p><?php esc_html_e( 'Address saved.', 'pagebell' ); ?></p></div>
		<?php endif; ?>
		<p>
			<?php
			esc_html_e(
				'At Pagebell open Sources of your project, add a source of the kind WordPress, and copy its address. The URLs of pages that you publish, change or remove are sent there. Save an empty field to stop.',
				'pagebell'
			);
			?>
		</p>
		<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
			<input type="hidden" name="action" value="pagebell_connect">
			<?php wp_nonce_field( 'pagebell_connect' ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="pagebell_address"><?php esc_html_e( 'Address', 'pagebell' ); ?></label></th>
					<td>
						<input class="large-text code" type="text" id="pagebell_address" name="pagebell_address"
							autocomplete="off" spellcheck="false"
							placeholder="https://pagebell.example/api/hooks/pbh_…">
						<p class="description"><?php pagebell_show_current(); ?></p>
					</td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
		<?php
		if ( null !== pagebell_address() ) {
			pagebell_show_status();
		}
		?>
	</div>
	<?php
}

/**
 * Says which address is in use.
 */
function pagebell_show_current() {
	$shown = pagebell_shown_address();
	if ( '' === $shown ) {
		esc_html_e( 'No address yet: nothing is sent.', 'pagebell' );
		return;
	}
	/* translators: %s: host and the end of the token */
	echo esc_html( sprintf( __( 'In use: %s. It is not shown again, because it is a secret.', 'pagebell' ), $shown ) );
}

/**
 * Shows what waits, the last problem, and the key file.
 */
function pagebell_show_status() {
	$state = pagebell_state();
	$file  = get_option( 'pagebell_key_file' );
	?>
	<h2><?php esc_html_e( 'Status', 'pagebell' ); ?></h2>
	<table class="form-table" role="presentation">
		<tr>
			<th scope="row"><?php esc_html_e( 'URLs that wait', 'pagebell' ); ?></th>
			<td>
				<?php echo esc_html( number_format_i18n( pagebell_queue_length() ) ); ?>
				<?php if ( '' !== $state['problem'] ) : ?>
					<p><?php echo esc_html( $state['problem'] ); ?></p>
					<p>
						<?php
						/* translators: %s: time of day */
						$text = __( 'Sent again after %s, until Pagebell has them.', 'pagebell' );
						echo esc_html( sprintf( $text, wp_date( 'H:i:s', $state['retry_at'] ) ) );
						?>
					</p>
				<?php endif; ?>
			</td>
		</tr>
		<tr>
			<th scope="row"><?php esc_html_e( 'IndexNow key file', 'pagebell' ); ?></th>
			<td>
				<?php if ( is_array( $file ) ) : ?>
					<a href="<?php echo esc_url( pagebell_key_file_url( $file ) ); ?>">
						<?php echo esc_html( pagebell_key_file_url( $file ) ); ?>
					</a>
				<?php else : ?>
					<?php esc_html_e( 'Not known yet. Pagebell is asked again with the next delivery.', 'pagebell' ); ?>
				<?php endif; ?>
			</td>
		</tr>
	</table>
	<?php
}

/**
 * Where the key file is served.
 *
 * @param array $file `key` and `path`.
 * @return string
 */
function pagebell_key_file_url( $file ) {
	return wp_parse_url( home_url(), PHP_URL_SCHEME ) . '://' . pagebell_host() . $file['path'];
}

/**
 * Tells administrators after a few failures, on the pages where they look at the state of the site.
 */
function pagebell_show_problem() {
	$screen = get_current_screen();
	$state  = pagebell_state();
	$shown  = null !== $screen && in_array( $screen->id, array( 'dashboard', 'plugins' ), true );
	if ( ! $shown || $state['failures'] < 4 || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	?>
	<div class="notice notice-warning">
		<p>
			<?php
			/* translators: %s: what is wrong */
			echo esc_html( sprintf( __( 'Pagebell does not take announcements. %s', 'pagebell' ), $state['problem'] ) );
			?>
			<a href="<?php echo esc_url( pagebell_page_url() ); ?>"><?php esc_html_e( 'Settings', 'pagebell' ); ?></a>
		</p>
	</div>
	<?php
}
