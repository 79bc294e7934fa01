// Choices, yes and no, and texts in the English calls; the form is that of crm-talk-ja-facts.ts.
import type { Talk } from './crm-talk.ts'
import { FACTS_EN } from './crm-talk-en-facts.ts'

export const TALK_EN: Readonly<Record<string, Talk>> = {
  ...FACTS_EN,
  competitor: {
    values: [
      ['Northwave', 'northwave'],
      ['Acme Notes', 'acme'],
      ['Greendesk', 'greendesk'],
    ],
    answers: [
      'c:We are also looking at {v}.|s:Okay.',
      's:Are you comparing us with anyone else?|c:Yes, with {v}.',
      'c:{v} sent us a quote as well.|s:I see.',
      'c:It is between you and {v}.|s:Good to know.',
    ],
    distractors: ['c:We are not considering {w}.|s:Okay.', 's:Have you heard of {w}?|c:No.'],
  },
  industry: {
    values: [
      ['manufacturing', 'manufacturing'],
      ['retail', 'retail'],
      ['healthcare', 'healthcare'],
    ],
    answers: [
      'c:We are in {v}.|s:Great.',
      's:What industry are you in?|c:{v}.',
      'c:As a {v} company, we have strict rules.|s:Understood.',
      's:So you are a {v} company?|c:Yes, we are.',
    ],
    distractors: [
      's:We have many customers in {w}.|c:Okay.',
      "c:We're not in {w}, so that example does not fit.|s:Fair enough.",
    ],
  },
  lead_source: {
    values: [
      ['trade show', 'exhibition'],
      ['website', 'website'],
      ['referral', 'referral'],
    ],
    answers: [
      's:How did you hear about us?|c:Through a {v}.',
      'c:We found you through your {v}.|s:Nice.',
      'c:I first heard about you through a {v}.|s:Great.',
    ],
    distractors: ["s:We'll be at a {w} next month.|c:I'll drop by."],
  },
  trial: {
    values: [
      ['Yes, please', 'true'],
      ['Yes, we would', 'true'],
      ['No, thanks', 'false'],
      ["No, we don't", 'false'],
    ],
    answers: [
      's:Would you like a trial?|c:{v}.',
      's:Do you want to run a trial first?|c:{v}.',
      's:Should I set up a trial for you?|c:{v}.',
      's:Do you need a free trial?|c:{v}.',
    ],
    distractors: ['s:We also offer a trial.|c:I see.', "c:We haven't decided about a trial yet.|s:No rush."],
  },
  security_review: {
    values: [
      ['Yes, it does', 'true'],
      ['Yes, there is', 'true'],
      ['No, not at all', 'false'],
      ['No', 'false'],
    ],
    answers: [
      's:Is a security review required?|c:{v}.',
      's:Is there a security review on your side?|c:{v}.',
      's:Does this need a security review?|c:{v}.',
      's:Do we have to pass a security review first?|c:{v}.',
    ],
    distractors: [
      's:I can send you our security documents.|c:Thanks.',
      "c:I'll find out whether a security review is required.|s:Thanks.",
    ],
  },
  pain: {
    values: [
      ['writing minutes takes far too long', ''],
      ['nobody knows what was said in sales calls', ''],
      ['our replies to customers are too slow', ''],
      ['we lose track of open tasks', ''],
    ],
    answers: [
      'c:Our biggest challenge is that {v}.|s:I understand.',
      's:What problem are you trying to solve?|c:Honestly, {v}.',
      'c:The main problem is that {v}.|s:I see.',
      'c:We struggle because {v}.|s:That is common.',
    ],
    distractors: ["s:I'll send you a paper about typical challenges.|c:Thanks."],
  },
  next_step: {
    values: [
      ['I will send the quote by Friday', ''],
      ['we will set up a demo account for you', ''],
      ['I will check the contract with legal', ''],
    ],
    answers: [
      's:As a next step, {v}.|c:Great.',
      'c:What are the next steps?|s:{v}.',
      's:So the next step is that {v}.|c:Perfect.',
      's:After this call, {v}.|c:Okay.',
    ],
    distractors: ["c:Let's talk about the next steps another time.|s:Sure."],
  },
  plan: {
    values: [
      ['Standard plan', 'standard'],
      ['Premium plan', 'premium'],
      ['Basic plan', 'basic'],
    ],
    answers: [
      'c:We will take the {v}.|s:Great choice.',
      's:Which plan fits best?|c:The {v}.',
      'c:We are leaning towards the {v}.|s:Good.',
      'c:Not the {w}, we prefer the {v}.|s:Understood.',
    ],
    distractors: [
      's:The {w} has more storage.|c:Okay.',
      'c:What would the {w} cost?|s:I will check.',
      "c:We haven't chosen a plan yet.|s:Sure.",
    ],
  },
  features: {
    values: [
      ['speaker separation', 'diarization'],
      ['live translation', 'translation'],
      ['summaries', 'summary'],
    ],
    answers: [
      'c:The feature we need is {v}.|s:We have that.',
      's:Which features matter to you?|c:{v}, mostly.',
      'c:{v} is a must-have for us.|s:Of course.',
      'c:We need {v}.|s:Sure.',
    ],
    distractors: ["c:We don't need {w}.|s:Okay.", 's:We will launch {w} next month.|c:Nice.'],
  },
  locations: {
    values: [
      ['3 locations', '3'],
      ['twelve locations', '12'],
      ['8 locations', '8'],
    ],
    answers: [
      'c:We have {v}.|s:That is a lot.',
      's:How many offices do you have?|c:{v}.',
      'c:We will use it at {v}.|s:Okay.',
    ],
    distractors: ['s:We serve customers in {w}.|c:I see.'],
  },
  payment: {
    values: [
      ['invoice', 'invoice'],
      ['credit card', 'card'],
      ['direct debit', 'debit'],
    ],
    answers: [
      'c:We would pay by {v}.|s:Okay.',
      's:How would you like to pay?|c:By {v}.',
      'c:Our preferred payment method is {v}.|s:Noted.',
      'c:Not {w}, we always pay by {v}.|s:All right.',
    ],
    distractors: ['s:You can also pay by {w}.|c:Okay.', "c:I'll ask accounting how we can pay.|s:Thanks."],
  },
}

export const FILLER_EN: readonly string[] = [
  's:Thanks for joining today.|c:Happy to be here.',
  's:Can you see my screen?|c:Yes, I can.',
  's:This is the dashboard, please look at page 3.|c:Looks clean.',
  'c:The weather was terrible yesterday.|s:It really was.',
  's:We were founded in 2015 and have 80 employees.|c:Nice.',
  'c:Where is the data stored?|s:In a data center in Tokyo.',
  's:More than 500 companies use our product.|c:Impressive.',
  'c:Our old tool was really slow.|s:I hear that a lot.',
  's:Support is open from 9 to 6 on weekdays.|c:Good.',
  'c:You were cut off for a second.|s:Sorry, let me repeat that.',
  's:One customer saved 30% of their time.|c:Wow.',
  'c:I was on holiday last week.|s:Hope you had a good time.',
]
