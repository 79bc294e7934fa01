import { toSentiment } from './scale.ts'

/** English sentiment by wink's word list and its negation marks ("not good", "no complaints"). */
export async function openEnglishSentiment(): Promise<(text: string) => number> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ])
  const nlp = wink(model, ['sbd', 'negation', 'sentiment'])
  return (text) => toSentiment(Number(nlp.readDoc(text).out(nlp.its.sentiment)))
}
