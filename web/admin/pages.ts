// The pages of the console in the order of its menu. `text` is a key of the texts.
export const ADMIN_PAGES = [
  { path: '/admin', text: 'dashboard' },
  { path: '/admin/users', text: 'users' },
  { path: '/admin/subscription-requests', text: 'requests' },
  { path: '/admin/subscriptions', text: 'subscriptions' },
  { path: '/admin/invoices', text: 'invoices' },
  { path: '/admin/purchase-histories', text: 'histories' },
  { path: '/admin/operator-actions', text: 'actions' },
] as const
