// Texts of the calls of operators.
import type * as adminConsole from '../admin-console.ts'
import type * as invoices from '../admin-invoices.ts'
import type * as requests from '../admin-requests.ts'
import type * as subscriptions from '../admin-subscriptions.ts'
import type * as users from '../admin-users.ts'
import type { TextsOf } from './operation-text.ts'

const LIST =
  'Pages of 50, latest first. Rows are counted exactly up to 10,000; more are found by filters. Unknown filters are refused.'
const CSV = 'All rows that the filters leave, as CSV in UTF-8. Times are those of Japan.'
const LOGGED = 'Written to the audit log.'

const status = 'Only rows with this status; `all` for every status.'
const query = 'Words, each of which must be contained; width and case are ignored.'
const language = 'Language of the headings.'

export const adminConsoleTexts: TextsOf<typeof adminConsole> = {
  getOperator: {
    summary: 'Get the operator',
    description: 'The caller. Refused with the reason if it is no operator.',
  },
  getDashboard: {
    summary: 'Get the figures of the dashboard',
    description:
      'Figures of today and of this month in Japan, counted up to 10,000. Money is yen with tax; null where not all invoices were counted.',
    answer: { users: 'New users.', minutes: 'Minutes of sound that were analysed.' },
  },
  listOperatorActions: {
    summary: 'List the audit log of operators',
    description: LIST,
    fields: { query, action: 'Only this kind of change.', operator_id: 'Only changes by this operator.' },
    answer: { 'data.before': 'Values before the change.' },
  },
}

export const adminUserTexts: TextsOf<typeof users> = {
  listUsers: {
    summary: 'List users',
    description: LIST,
    fields: { status: '`enabled`, `disabled`, or `closed` for the owner of a closed workspace.', query },
  },
  exportUsers: {
    summary: 'Download users as CSV',
    description: CSV,
    fields: { status: '`enabled`, `disabled`, or `closed` for the owner of a closed workspace.', query, language },
  },
  getUserDetail: {
    summary: 'Get a user',
    description: 'A user with sign-in and contract. No content of a workspace is answered.',
  },
  updateUser: {
    summary: 'Update a user',
    description: `A new password ends the sessions of the user, who is mailed a link to choose another one. Address and password of operators are refused. ${LOGGED}`,
    fields: {
      password: 'New password; the present one stays if it is empty, null or left out.',
      seen: 'What the caller saw. Refused if the user has other values now.',
    },
  },
  enableUser: { summary: 'Enable a user', description: `The user can sign in again. ${LOGGED}` },
  disableUser: {
    summary: 'Disable a user',
    description: `Ends access at once: calls, sockets, uploads and media links. Refused for operators and the caller. ${LOGGED}`,
  },
  addUserPoint: {
    summary: 'Add points to the workspace of a user',
    description: `A negative number takes points away, at most what is left. ${LOGGED}`,
    fields: { point: 'Points to add, from -999,999,999,999 to 999,999,999,999.' },
    answer: { point: 'The new total.' },
  },
}

export const adminRequestTexts: TextsOf<typeof requests> = {
  listSubscriptionRequests: { summary: 'List applications', description: LIST, fields: { status, query } },
  exportSubscriptionRequests: {
    summary: 'Download applications as CSV',
    description: CSV,
    fields: { status, query, language },
  },
  approveSubscriptionRequest: {
    summary: 'Approve an application',
    description: `Starts the contract, with an invited account if there is none. With payment by card, mails a link to register it. ${LOGGED}`,
  },
  rejectSubscriptionRequest: { summary: 'Reject an application', description: `Nobody is mailed. ${LOGGED}` },
  resendSetupLink: {
    summary: 'Mail the link to register a card again',
    description: `For an application that waits for a card. The former link ends. ${LOGGED}`,
  },
  withdrawApproval: {
    summary: 'Withdraw the approval of an application',
    description: `For an application that waits for a card: its link ends, and it is rejected. Nobody is mailed. ${LOGGED}`,
  },
}

export const adminSubscriptionTexts: TextsOf<typeof subscriptions> = {
  listSubscriptions: {
    summary: 'List contracts',
    description: LIST,
    fields: { status, query, type: '1: contracts of companies, 2: memberships of persons and trials.' },
  },
  exportSubscriptions: {
    summary: 'Download contracts as CSV',
    description: CSV,
    fields: { status, query, language, type: '1: contracts of companies, 2: memberships of persons and trials.' },
  },
  updateSubscription: {
    summary: 'Change the plan of a contract',
    description: `Replaces a planned change of the same month or later. ${LOGGED}`,
    fields: {
      plan_id: 'Plan as `listAdminPlans` answers it; null for a membership without a plan.',
      from_this_cycle: '1: from the first day of this month in Japan; 0: from the next month.',
    },
  },
  changeToBusiness: {
    summary: 'Change a contract to one of a company',
    description: `With company, contact, plan and payment by invoice. ${LOGGED}`,
    fields: {
      plan_id: 'Plan of companies, as `listAdminPlans` answers it.',
      from_this_cycle: '1: from the first day of this month in Japan; 0: from the next month.',
    },
  },
  deletePlanChange: { summary: 'Delete a planned change of a contract', description: LOGGED },
  toggleCancellation: {
    summary: 'Request the cancellation of a contract, or restore it',
    description: `A plan ends at its renewal date, a membership at the end of the month. Called again, it restores the contract. ${LOGGED}`,
    fields: { is_canceled: 'What the caller saw; in the other state nothing changes and E_CONFLICT is answered.' },
  },
  listAdminPlans: {
    summary: 'List the plans that are sold',
    description: 'Prices are yen per month without tax.',
    fields: { from_this_cycle: '1: sold in the current month in Japan; 0: in the next month.' },
  },
}

export const adminInvoiceTexts: TextsOf<typeof invoices> = {
  listInvoices: {
    summary: 'List invoices',
    description: LIST,
    fields: { status, query, due: '`overdue`: invoices that were due before today in Japan.' },
  },
  exportInvoices: {
    summary: 'Download invoices as CSV',
    description: CSV,
    fields: { status, query, language, due: '`overdue`: invoices that were due before today in Japan.' },
  },
  getInvoiceDetail: {
    summary: 'Get an invoice with its lines',
    description: 'What the invoice is made of, and when it was mailed. Amounts of lines are yen without tax.',
    answer: {
      lines: 'Lines in the order of the invoice.',
      'lines.from': 'First day of the service in Japan.',
      'lines.to': 'Last day of the service in Japan.',
      'lines.quantity': 'Units: months, minutes, GB, chats, persons or points.',
      'lines.unit_price': 'Yen per unit, without tax.',
      'lines.amount': 'Yen without tax. Not always quantity × unit price: a first month is charged by its days.',
      'lines.tax_percent': 'Rate of the consumption tax.',
    },
  },
  markInvoicePaid: { summary: 'Mark an invoice as paid', description: `Only a pending invoice. ${LOGGED}` },
  getInvoicePdf: {
    summary: 'Get the address of the PDF of an invoice',
    description:
      'Only of a pending invoice. The address is valid for a short time and only with the session of the caller.',
    answer: { url: 'Address of the PDF.' },
  },
  listPurchaseHistories: {
    summary: 'List payments and points',
    description: LIST,
    fields: { query, billing_type: 'Only rows of this type.' },
  },
  exportPurchaseHistories: {
    summary: 'Download payments and points as CSV',
    description: CSV,
    fields: { query, language, billing_type: 'Only rows of this type.' },
  },
}

export const adminParameters = {
  userId: 'Id of the user.',
  requestId: 'Id of the application.',
  subscriptionId: 'Id of the contract.',
  invoiceId: 'Id of the invoice.',
}

/** Fields of requests and answers. */
export const adminFields = {
  end_on_cancellation: 'The end that a cancellation would set now, as ISO 8601; null if none can be requested.',
  mailed_at: 'When the invoice was mailed to the contact of the company; null if it was not.',
  total: 'Number of rows of all pages; 10,000 if there are more.',
  is_total_exact: 'False if there are more rows than `total`.',
  owner: 'Owner of the workspace; null if the workspace was deleted.',
  workspace: 'Workspace that the user belongs to, or the one that was closed; null without one.',
  is_operator: 'Whether the user may use the console.',
  is_verified: 'Whether the address of the user was verified.',
  has_two_factor: 'Whether two-factor authentication is set up.',
  account: 'Account that gets the contract; null if the approval creates it.',
  was_signed_in: 'Whether this account was signed in when applying.',
  workspace_owner: 'Owner of the workspace that gets the contract; null if the approval creates it.',
  'can.update': 'Whether the user can be changed.',
  'can.change_credentials':
    'Whether address and password can be changed: neither those of an operator nor of the caller.',
  'can.add_point': 'Whether points can be added: the user has a workspace.',
  'can.enable': 'Whether the user can be enabled.',
  'can.disable': 'Whether the user can be disabled: neither an operator nor the caller.',
  'can.approve': 'Whether the application can be approved.',
  'can.reject': 'Whether the application can be rejected.',
  'can.resend': 'Whether a new link to register a card can be mailed.',
  'can.withdraw': 'Whether the approval can be withdrawn.',
  'can.change_plan': 'Whether another plan can be chosen.',
  'can.change_to_business': 'Whether the contract can become one of a company.',
  'can.delete_change': 'Whether there is a planned change.',
  'can.restore': 'Whether a requested cancellation can be taken back.',
  'can.mark_paid': 'Whether the invoice can be marked as paid.',
  plan_id: 'Id of the plan; null for a membership without a plan.',
  change_plan: 'Change that holds from a later month; null if there is none.',
  'change_plan.from': 'First instant of the month in Japan from which the change holds.',
  audience: 'Whom the plan is sold to.',
  company_name: 'Name of the company.',
  department_name: 'Department; null without one.',
  contact_name: 'Name of the contact.',
  contact_last_name: 'Family name of the contact.',
  contact_first_name: 'Given name of the contact.',
  contact_email: 'Mail address of the contact.',
  contact_phone: 'Phone number of the contact, digits only.',
  postal_code: 'Postal code in Japan.',
  prefecture: 'Prefecture.',
  city: 'City, ward, town or village.',
  address_1: 'Street and number.',
  address_2: 'Building and room; null without one.',
  invoice_number: 'Number of the invoice.',
  issue_date: 'Day of issue in Japan as YYYY-MM-DD.',
  due_date: 'Day in Japan until which the invoice must be paid, as YYYY-MM-DD.',
  paid_at: 'When the invoice was paid; null if it is not.',
  price_id: 'Id of the price at the payment provider; null without one.',
  prod_id: 'Id of the product at the payment provider; null without one.',
  subtotal: 'Yen without tax.',
  tax: 'Tax in yen.',
  action: 'Kind of change.',
  operator: 'Who made the change, as named then; null for a command of the installation.',
  subject: 'Kind of what was changed.',
  subject_id: 'Id of what was changed.',
  subject_name: 'Name of what was changed, as it was then.',
  requests_waiting: 'Applications that wait for a decision.',
  subscriptions_active: 'Active contracts.',
  invoices: 'Invoices that are not paid.',
  'invoices.due': 'Pending invoices that are not overdue.',
  'invoices.due_total': 'Their sum in yen with tax.',
  'invoices.overdue': 'Pending invoices that were due before today.',
  'invoices.overdue_total': 'Their sum in yen with tax.',
  'invoices.failed': 'Invoices whose charge failed.',
  'users.today': 'Users of today.',
  'minutes.today': 'Minutes of today.',
  'users.month': 'Users of this month.',
  'minutes.month': 'Minutes of this month.',
  queue: 'Recordings in processing.',
  'queue.waiting': 'Recordings that wait.',
  'queue.processing': 'Recordings that are processed now.',
  'queue.failed_today': 'Recordings whose processing failed today.',
}
