import { expect, it } from 'vitest'
import { cardBrandName } from './card-brands.ts'

it.each([
  ['jcb', 'JCB'],
  ['amex', 'American Express'],
  ['other_brand', 'other_brand'],
  ['constructor', 'constructor'],
])('%s is %s', (code, name) => expect(cardBrandName(code)).toBe(name))
