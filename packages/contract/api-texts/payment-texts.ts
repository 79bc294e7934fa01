// Texts of plans, points and payment.
import type * as payment from '../payment.ts'
import type * as plans from '../plans.ts'
import type { TextsOf } from './operation-text.ts'

const GB = 'Storage in GB; a GB is 1,024 MB.'
const OWNER = 'For the owner of the workspace.'

export const planTexts: TextsOf<typeof plans> = {
  listPlans: {
    summary: 'List the plans',
    description:
      'Plans that a company can apply for this month, by price. Prices are yen per month without tax; storage is in GB.',
    answer: { storage: GB },
  },
}

export const paymentTexts: TextsOf<typeof payment> = {
  getCurrentPayment: {
    summary: 'Get the contract of the workspace',
    description: `${OWNER} Contract, saved card and ways to buy points. Amounts are yen without tax.`,
    answer: {
      'plan.storage': GB,
      'subscription.plan': 'Plan as sold; null for a membership without a plan.',
    },
  },
  listPaymentHistories: {
    summary: 'List the purchase history',
    description: `${OWNER} Payments and points, latest first, twenty a page; at most 10,000 rows can be reached.`,
  },
  getPaymentInvoice: {
    summary: 'Get the address of an invoice',
    description: `${OWNER} The address of the PDF is valid for a short time.`,
    answer: { url: 'Address of the PDF.' },
  },
  buyPoint: {
    summary: 'Buy points on the invoice of the month',
    description: `${OWNER} For plans paid by invoice. The points are there at once and cannot be cancelled or refunded.`,
    fields: { point: 'Points to buy, from 1,000 to 1,000,000.' },
    answer: { point: 'Points of the workspace after the purchase.' },
  },
  addPoint: {
    summary: 'Confirm a purchase of points by card',
    description: `${OWNER} Repeated calls give the points once.`,
    answer: { status: 'Whether the checkout is completed, open or expired.', point: 'Points of the workspace.' },
  },
  confirmSubscription: {
    summary: 'Confirm a registration of a card',
    description: `${OWNER} Repeated calls start one subscription.`,
    answer: { status: 'Whether the checkout is completed, open or expired.' },
  },
  cancelSubscription: {
    summary: 'Cancel a membership without a plan',
    description: `${OWNER} It ends at the end of the current month in Japan. A repeated call answers the same end.`,
    answer: { end_date: 'When it ends, as ISO 8601; exclusive.' },
  },
  openMembershipCheckout: {
    summary: 'Open the checkout of a membership',
    description: `${OWNER} The payment provider asks for a card at the returned address.`,
    answer: { url: 'Address at the payment provider.' },
  },
  openPointCheckout: {
    summary: 'Open the checkout of points',
    description: `${OWNER} For memberships without a plan.`,
    fields: { point: 'Points to buy, from 1,000 to 1,000,000.' },
    answer: { url: 'Address at the payment provider.' },
  },
  openSetupCheckout: {
    summary: 'Open the link of a payment mail',
    description:
      'Works without signing in. The payment provider asks for a card for an approved plan, or for the payment of an invoice. A link that was used or has ended is not found.',
    fields: { token: 'Token in the address of the mail.' },
    answer: { url: 'Address at the payment provider.' },
  },
  getBillingPortal: {
    summary: 'Open the portal of the payment provider',
    description: `${OWNER} Cards and receipts are managed there.`,
    answer: { url: 'Address at the payment provider.' },
  },
  getPointUsage: {
    summary: 'Get points and what the month costs',
    description: `${OWNER} What the current month in Japan costs beyond the limits. One point is worth one yen without tax.`,
    answer: {
      workspace: 'Points left, and the limits that hold now.',
      plan: 'Monthly fee in yen without tax, and the points of the same value.',
      point: 'Points.',
      minute: 'Minutes beyond the limit.',
      chat: 'AI chats beyond the limit.',
      editor: 'Editors beyond the limit, by the peak of the month.',
      viewer: 'Viewers beyond the limit, by the peak of the month.',
      'workspace.point': 'Points left.',
      'workspace.minute': 'Limit of minutes.',
      'workspace.chat': 'Limit of AI chats.',
      'workspace.editor': 'Limit of editors.',
      'workspace.viewer': 'Limit of viewers.',
      'workspace.storage': 'Limit of storage in MB.',
      storage: 'Storage beyond the limit, by the peak of the month.',
      amount: 'Units beyond the limit: minutes, GB, chats or persons.',
      price: 'Points per unit.',
    },
  },
}

/** Texts of fields by name. */
export const paymentFields = {
  monthly_price: 'Yen per month without tax under a contract that is paid by month or by card.',
  yearly_price: 'Yen per month without tax under a contract that is paid by year.',
  'subscription.limits': 'Limits that hold now; storage in GB.',
  monthly_fee: 'Yen per month without tax, as sold.',
  trial_ends_at: 'When a trial ends, as ISO 8601; null for other contracts.',
  change: 'Terms that hold from a later month; null without a change.',
  'change.from': 'When the change begins to hold, as ISO 8601.',
  plan_name: 'Name of the plan; null for a membership without a plan.',
  can_cancel: 'Whether the owner can cancel it: a membership without a plan that has no end.',
  is_suspended: 'Whether the basic limits hold because a charge is unpaid.',
  point_purchase: 'How points can be bought; null if they cannot.',
  card: 'Saved card; null without one.',
  brand: 'Brand of the card.',
  last4: 'Last four digits of the card.',
  exp_month: 'Month in which the card expires.',
  exp_year: 'Year in which the card expires.',
  card_reason: 'Why payment by card is impossible; null if it works.',
  is_trial_provider: 'Whether a stand-in takes the place of the payment provider: nothing is charged.',
  membership_price: 'Yen per month without tax for a membership without a plan.',
  action_date: 'When, as ISO 8601.',
  billing_type: 'Kind of the row.',
  money: 'Yen with tax in the purchase history; otherwise yen without tax.',
  point: 'Points.',
  kind: 'What the points of a used row pay for; null for other rows.',
  amount: 'Units that the points pay for; null for other rows.',
  invoice_id: 'Id of the invoice that contains the row; null without one.',
  billingHistoryId: 'Id of a row of the purchase history.',
  request_id: 'Id that the client chooses: sent again with the same value, the call buys once.',
  session_id: 'Id of the checkout, from the address to which the browser returned.',
  back_url: 'Path of this application to which the browser returns.',
  is_app: '1 if the browser returns to the installed app.',
  additional: 'Beyond the limits: sums, and amounts per kind.',
  price: 'Price.',
  current_cycle_date: 'First and last instant of the current month in Japan; the end is exclusive.',
  next_cycle_date: 'When the next month begins in Japan.',
}
