/** Yen on pages and in mails: `29,800円` in Japanese, `¥29,800` in English; the sign comes first. */
export function formatYen(yen: number, language: string): string {
  const number = Math.abs(yen).toLocaleString(language)
  return `${yen < 0 ? '-' : ''}${language === 'ja' ? `${number}円` : `¥${number}`}`
}
