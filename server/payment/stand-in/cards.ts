// The test cards of the stand-in. Their numbers are those of Stripe's documentation.

/** How a card answers: when its owner is present, and when it is charged later. */
export interface TestCard {
  number: string
  brand: string
  present: 'succeeds' | 'card_declined' | 'insufficient_funds' | 'asks'
  later: 'succeeds' | 'card_declined' | 'insufficient_funds' | 'authentication_required'
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', present: 'succeeds', later: 'succeeds' },
  { number: '5555555555554444', brand: 'mastercard', present: 'succeeds', later: 'succeeds' },
  { number: '4000000000000002', brand: 'visa', present: 'card_declined', later: 'card_declined' },
  { number: '4000000000009995', brand: 'visa', present: 'insufficient_funds', later: 'insufficient_funds' },
  { number: '4000002760003184', brand: 'visa', present: 'asks', later: 'authentication_required' },
  { number: '4000000000000341', brand: 'visa', present: 'succeeds', later: 'card_declined' },
]

export function cardByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number)
}

export function cardByLast4(last4: string): TestCard | undefined {
  return TEST_CARDS.find(({ number }) => number.endsWith(last4))
}
