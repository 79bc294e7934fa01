// The names of card brands by their codes at the payment provider.
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
}

/** `JCB` for `jcb`; another code is returned as it is. */
export function cardBrandName(code: string): string {
  return (Object.hasOwn(BRANDS, code) && BRANDS[code]) || code
}
