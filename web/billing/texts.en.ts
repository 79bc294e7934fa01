import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Usage',
  plan: '{name} plan',
  plans: {
    minimum: 'Minimum',
    basic: 'Basic',
    premium: 'Premium',
    business: 'Business',
    personal: 'Personal',
    trial: 'Trial',
  },
  renewal: 'Next renewal: {date}',
  end: 'ends on {date}',
  month: 'Analysis time and AI chats reset on the 1st of each month.',
  counted: {
    minute: 'Analysis time',
    storage: 'Storage',
    chat: 'AI chat',
    editor: 'Editors',
    viewer: 'Viewers',
  },
  units: { minute: 'minutes', storage: 'GB', chat: 'times', editor: 'persons', viewer: 'persons' },
  amount: '{used} / {limit} {unit}',
  full: {
    minute: 'The analysis time limit has been reached',
    storage: 'The storage capacity has reached its limit',
    chat: 'The number of AI chats has reached the upper limit',
    editor: 'The number of editors has reached the upper limit',
    viewer: 'The number of viewers has reached the upper limit',
  },
  banner: 'Some items have reached the limit of your plan. Please buy points or contact us.',
  trialBanner: 'Some items have reached the limit of the trial. To continue, choose a contract on the payment page.',
  suspendedBanner:
    'Your contract is suspended because a payment is missing. Please check your card on the payment page. The contract continues as soon as the payment arrives.',
  checkCard: 'Check your card',
  toPayment: 'Payment page',
  perPerson: 'Usage per member',
}
