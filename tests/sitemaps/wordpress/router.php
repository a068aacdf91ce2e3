<?php
// Sends what is no file to WordPress, as a web server with its rewrite rules does: without it, the server of PHP answers
// 404 to names with a dot.
$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( is_file( $_SERVER['DOCUMENT_ROOT'] . $path ) ) {
	return false;
}
$_SERVER['HTTPS'] = 'on';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
