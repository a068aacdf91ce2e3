/** The columns of an AccountRow. */
export const accountColumns = 'account_id, email, plan, limits_version, created_at, password_version, suspended_at'
