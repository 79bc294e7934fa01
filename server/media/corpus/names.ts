/** Problematic file names for a valid recording. The name must be shown, stored and downloaded safely. */
export const awkwardNames: { case: string; name: string }[] = [
  { case: 'path upwards', name: '../../../../etc/cron.d/call.mp4' },
  { case: 'path upwards, backslashes', name: '..\\..\\call.mp4' },
  { case: 'NUL', name: 'call\u0000.txt.mp4' },
  { case: 'newline', name: 'call\r\nX-Injected: yes.mp4' },
  { case: '300 characters', name: `${'会'.repeat(296)}.mp4` },
  { case: 'emoji', name: '👩‍💻会議🎙️.mp4' },
  { case: 'right-to-left override', name: 'call\u202E3pm.mp4' },
  { case: 'half-width kana', name: 'ｶｲｷﾞ ﾛｸｵﾝ.mp4' },
  { case: 'markup', name: '<img src=x onerror=alert(1)>.mp4' },
  { case: 'an option', name: '-i.mp4' },
  { case: 'a protocol', name: 'http:example.mp4' },
  { case: 'a formula', name: '=HYPERLINK("x").mp4' },
]
