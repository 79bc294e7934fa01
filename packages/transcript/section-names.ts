// Names of the sections that a recording made in a browser gives to its transcript, in the language of the transcript. They
// are ordinary names: people change them.

const SECONDS_PER_MINUTE = 60

/** A marker without a note; numbered from 1. */
export function markerName(number: number, language: 'ja' | 'en'): string {
  return language === 'ja' ? `マーカー${number}` : `Marker ${number}`
}

/** Name of the section after an interruption, with the missing time. */
export function interruptionName(seconds: number, language: 'ja' | 'en'): string {
  const isLong = seconds >= SECONDS_PER_MINUTE
  const number = Math.max(1, Math.round(isLong ? seconds / SECONDS_PER_MINUTE : seconds))
  if (language === 'ja') return `中断（${number}${isLong ? '分' : '秒'}）`
  return `Interruption (${number} ${isLong ? 'min' : 's'})`
}
