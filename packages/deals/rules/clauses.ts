// Parts of a sentence that contrast with each other: "社員は300人ですが、使うのは40人です。"
import { isAbout } from './reading.ts'
import { isPast } from './statements.ts'
import type { Mention, Reader } from './mentions.ts'

const CONTRAST = /(?<=が|けど|けれど|けれども)、|, (?=but |and |so |this year)| (?=but )|(?<=で)、|(?<=ので)、/

/** Separates two opposite statements. */
const OPPOSITION = /(?<=が|けど|けれど|けれども)、|,? (?=but )/

/** The clause that contains a mention. */
export function clauseOf(folded: string, { start }: Pick<Mention, 'start'>): string {
  let from = 0
  for (const part of folded.split(CONTRAST)) {
    const at = folded.indexOf(part, from)
    from = at + part.length
    if (start < from) return part
  }
  return folded
}

/** Words about a possible later time: the value is not wanted now. */
const SOMEDAY =
  /将来|いずれ|ゆくゆく|そのうち(?!の)|あれば(?:嬉し|うれし|いい|良い)|なくても|\b(?:someday|one day|eventually|in the future|nice to have|would be nice|later on)\b/

/** Reported speech: "二百十万って言ってました". */
const HEARSAY =
  /(?:って|と)(?:言|おっしゃ|言わ)(?:って(?:い?まし|た|き)|れて)|\b(?:they|he|she) (?:said|says|told|asked)\b/

/** Whether a mention belongs to another subject, or to what may come later. */
export function isElsewhere({ topic, property }: Reader, folded: string, mention: Mention): boolean {
  const clause = clauseOf(folded, mention)
  if ((topic.not?.test(clause) ?? false) || (!topic.isOfOthers && HEARSAY.test(clause)) || isPast(clause, topic))
    return true
  // "There is a fair on March 15, so we want to start before it."
  const after = folded.slice(folded.indexOf(clause) + clause.length)
  const isOther = /(?:ので|が|けど)$/.test(clause) || (clause.endsWith('で') && /[はが]/.test(clause))
  if (isOther && !isAbout({ topic }, clause) && isAbout({ topic }, after)) return true
  if (property.type === 'enumeration' && SOMEDAY.test(clause)) return true
  return !isAbout({ topic }, clause) && (topic.rivals?.some((rival) => rival.test(clause)) ?? false)
}

/** Whether all opposed parts of a sentence are about the past: "去年は…ですが、今年は…" is not. */
export function isWhollyPast({ topic }: Pick<Reader, 'topic'>, folded: string): boolean {
  return folded.split(OPPOSITION).every((part) => isPast(part, topic))
}

/** Whether a sentence, or a part of it, speaks of the subject. */
export function isAboutPart(reader: Reader, folded: string): boolean {
  return isAbout(reader, folded) || folded.split(OPPOSITION).some((part) => isAbout(reader, part))
}
