// Sentences about each property in the English calls; the form is that of crm-talk-ja-facts.ts.
import type { Talk } from './crm-talk.ts'

const MONEY: Talk['values'] = [
  ['$12,000', '12000'],
  ['$45k', '45000'],
  ['thirty thousand dollars', '30000'],
  ['$1.2 million', '1200000'],
  ['85,000 dollars', '85000'],
  ['a hundred and fifty thousand dollars', '150000'],
]
const DAYS: Talk['values'] = [
  ['June 30th', '2026-06-30'],
  ['July 1st', '2026-07-01'],
  ['the 15th of September', '2026-09-15'],
  ['end of August', '2026-08-31'],
  ['April 1st next year', '2027-04-01'],
  ['August 12', '2026-08-12'],
]
const NEXT_DAYS: Talk['values'] = [
  ['May 20th', '2026-05-20'],
  ['next Thursday', '2026-05-21'],
  ['Tuesday next week', '2026-05-19'],
  ['June 3rd', '2026-06-03'],
]
const COUNTS: Talk['values'] = [
  ['25', '25'],
  ['forty', '40'],
  ['120', '120'],
  ['about 300', '300'],
  ['sixty-five', '65'],
]
const PEOPLE: Talk['values'] = [
  ['Ms. Carter', 'Carter'],
  ['Mr. Novak', 'Novak'],
  ['our CFO, Linda Park', 'Linda Park'],
  ['Mr. Hughes', 'Hughes'],
]

export const FACTS_EN: Readonly<Record<string, Talk>> = {
  amount: {
    values: MONEY,
    answers: [
      's:So the total for this deal comes to {v}.|c:That works for us.',
      "s:We can do the whole package for {v}.|c:Okay, let's go with that.",
      'c:What is the final amount?|s:It is {v} all in.',
      's:The contract amount is {w}, sorry, I mean {v}.|c:Got it.',
      'c:Just to confirm, the deal is worth {v}?|s:Yes, exactly.',
      's:After the discount, the amount is {v}.|c:Great.',
      'c:I thought it was {w}.|s:No, the correct amount is {v}.',
    ],
    distractors: [
      "c:If it were {w}, I would sign today.|s:I can't go that low.",
      'c:Your competitor quoted us {w}.|s:I see.',
      's:Another customer of ours pays {w}.|c:Interesting.',
      "s:I'll send you the exact amount by email.|c:Thanks.",
    ],
  },
  closedate: {
    values: DAYS,
    answers: [
      'c:We want to sign the contract by {v}.|s:Perfect.',
      's:When do you expect to close the deal?|c:By {v}.',
      "s:I'll put {v} as the close date then.|c:Yes, that's right.",
      'c:We should be able to sign on {w}, actually no, {v}.|s:Noted.',
      'c:Our goal is to have the agreement signed on {v}.|s:Great.',
      "c:We'll place the order on {v}.|s:Thank you.",
    ],
    distractors: [
      's:If you sign before {w}, you get a discount.|c:Let me think about it.',
      "c:I don't know yet when we can sign.|s:No problem.",
      's:You signed your first contract on {w}, right?|c:Something like that.',
    ],
  },
  budget: {
    values: MONEY,
    answers: [
      's:What budget do you have for this?|c:Around {v}.',
      'c:Our budget is {v} for this year.|s:Good to know.',
      'c:We have {v} set aside for this project.|s:Great.',
      'c:The budget is {w}. No wait, {v}.|s:Okay.',
      'c:We have a budget of {v}.|s:Thanks.',
      'c:The budget that was approved is {v}.|s:Thanks for sharing.',
    ],
    distractors: [
      's:If you had a budget of {w}, you could take the larger plan.|c:We do not.',
      "c:Marketing has a budget of {w}, but that's not ours.|s:I see.",
      's:Is there a budget for this?|c:Not decided yet.',
      "c:Last year's budget was {w}, this year's is still open.|s:Okay.",
    ],
  },
  decision_maker: {
    values: PEOPLE,
    answers: [
      'c:The final decision is made by {v}.|s:Thanks.',
      's:Who signs off on this?|c:That would be {v}.',
      's:Who is the decision maker?|c:It is {v}.',
      'c:{v} makes the final call.|s:Understood.',
      'c:It used to be {w}, but now {v} is the decision maker.|s:Good to know.',
      'c:{v} has to approve it and is the decision maker.|s:Okay.',
    ],
    distractors: [
      's:My colleague {w} will join the next call.|c:Sounds good.',
      "c:I'm not sure who the decision maker is.|s:No worries.",
      'c:{w} is not the decision maker.|s:I see.',
    ],
  },
  user_count: {
    values: COUNTS,
    answers: [
      's:How many users do you need?|c:{v}.',
      'c:We would start with {v} users.|s:Great.',
      'c:We need {v} seats.|s:Noted.',
      's:So that is {v} users, right?|c:Yes, correct.',
      'c:We have {w} users, sorry, {v} users.|s:Thanks.',
      'c:{v} people will use it.|s:Good.',
    ],
    distractors: [
      'c:If we grow to {w} users, what happens?|s:You pay for the extra seats.',
      's:We have customers with {w} users.|c:Nice.',
      "c:We haven't decided how many users we need.|s:Fine.",
    ],
  },
  contract_months: {
    values: [
      ['12 months', '12'],
      ['24 months', '24'],
      ['36 months', '36'],
      ['six months', '6'],
    ],
    answers: [
      'c:We would like a contract term of {v}.|s:Sure.',
      's:How long should the contract run?|c:{v}, please.',
      'c:The term should be {v}.|s:Okay.',
      'c:Not {w}, we want a {v} contract.|s:Understood.',
    ],
    distractors: ['s:Our minimum term is {w}.|c:Okay.', 'c:We have been looking for a tool for {w} now.|s:I see.'],
  },
  start_date: {
    values: DAYS,
    answers: [
      'c:We want to go live on {v}.|s:That is doable.',
      's:When would you like to start?|c:We would like to start on {v}.',
      'c:Our go-live date is {v}.|s:Noted.',
      'c:The rollout begins on {v}.|s:Good.',
      'c:The launch was planned for {w}, but now it is {v}.|s:Okay.',
      'c:We plan to start using it on {v}.|s:Great.',
    ],
    distractors: [
      's:You could start as early as {w}.|c:Good to know.',
      "c:We'll discuss the start date internally.|s:Sure.",
    ],
  },
  next_meeting: {
    values: NEXT_DAYS,
    answers: [
      's:Shall we meet again on {v}?|c:Yes, that works.',
      "c:Let's have our next meeting on {v}.|s:Perfect.",
      's:Our next call is on {v} then.|c:See you then.',
      'c:{w} does not work for the next meeting, {v} is better.|s:Okay, {v} it is.',
    ],
    distractors: [
      "c:I'll get back to you about the next meeting.|s:Okay.",
      's:Our last meeting was on {w}.|c:Right.',
      "c:I'm on a plane on {w}.|s:Safe travels.",
    ],
  },
  contract_end: {
    values: DAYS,
    answers: [
      'c:Our current contract ends on {v}.|s:I see.',
      's:When does your current contract expire?|c:On {v}.',
      'c:The agreement with our current vendor runs out on {v}.|s:Good to know.',
      'c:Our existing contract is up for renewal on {v}.|s:Thanks.',
    ],
    distractors: [
      "c:I'd have to check when our current contract ends.|s:Please do.",
      's:Many contracts end on {w}.|c:True.',
    ],
  },
}
