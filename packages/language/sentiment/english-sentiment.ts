import { divideRuns } from '../tokenise/divide-runs.ts'
import { toSentiment } from './scale.ts'

/** English sentiment based on wink's word list, with its detection of negation ("not good", "no complaints"). */
export async function openEnglishSentiment(): Promise<(text: string) => number> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ])
  const nlp = wink(model, ['sbd', 'negation', 'sentiment'])
  return (text) => toSentiment(Number(nlp.readDoc(divideRuns(text)).out(nlp.its.sentiment)))
}
