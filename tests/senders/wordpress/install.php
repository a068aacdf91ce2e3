<?php
// Installs the copy of WordPress in the current folder, and prints an application password of its administrator.
define( 'WP_INSTALLING', true );
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install( 'A site', 'author', 'author@wordpress.example', true, '', wp_generate_password() );
update_option( 'permalink_structure', '/%postname%/' );
list( $password ) = WP_Application_Passwords::create_new_application_password( 1, array( 'name' => 'test' ) );
echo wp_json_encode( array( 'password' => $password, 'version' => get_bloginfo( 'version' ) ) );
