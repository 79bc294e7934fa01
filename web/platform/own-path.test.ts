import { describe, expect, it } from 'vitest'
import { appLink } from './installed-app.ts'
import { ownPath, pathOfAppLink } from './own-path.ts'

describe('APP-01 a link of the companion app opens its page', () => {
  it.each([
    ['/', 'web+kaiwa://'],
    ['/projects', 'web+kaiwa://projects'],
    ['/projects/7?tab=1&page=2#x', 'web+kaiwa://projects/7?tab=1&page=2#x'],
    ['/login/google/callback?code=a%2Fb%26c&state=s', 'web+kaiwa://login/google/callback?code=a%2Fb%26c&state=s'],
    ['/login?redirect=%2Fprojects%2F1', 'web+kaiwa://login?redirect=%2Fprojects%2F1'],
  ])('%s is %s', (path, link) => {
    expect(appLink(path)).toBe(link)
    expect(pathOfAppLink(link)).toBe(path)
  })

  it('the scheme has no case, and a path may end with a slash', () => {
    expect(pathOfAppLink('WEB+KAIWA://projects/')).toBe('/projects/')
  })
})

describe('APP-01 a link that is not a page of ours is not followed', () => {
  it.each([
    ['another scheme', 'https://evil.example/projects'],
    ['the scheme of the former app', 'kaiwa://projects'],
    ['a script', 'javascript:alert(1)'],
    ['a script inside', 'web+kaiwa://javascript:alert(1)'],
    ['a script without slashes', 'web+kaiwa:javascript:alert(1)'],
    ['a script after a line break', 'web+kaiwa://java\nscript:alert(1)'],
    ['data', 'web+kaiwa://data:text/html,<script>alert(1)</script>'],
    ['another origin', 'web+kaiwa://https://evil.example/'],
    ['a host', 'web+kaiwa:////evil.example/'],
    ['a host behind three slashes', 'web+kaiwa:///evil.example/'],
    ['a host behind backslashes', 'web+kaiwa://\\\\evil.example/'],
    ['a host behind a slash and a backslash', 'web+kaiwa:///\\evil.example/'],
    ['a host behind an encoded slash', 'web+kaiwa://%2Fevil.example/'],
    ['a host behind a doubly encoded slash', 'web+kaiwa://%252Fevil.example/'],
    ['a host behind an encoded backslash', 'web+kaiwa://%5Cevil.example/'],
    ['a host behind a tab', 'web+kaiwa://\t/evil.example/'],
    ['user info', 'web+kaiwa://projects@evil.example/'],
    ['user info with a password', 'web+kaiwa://a:b@evil.example/'],
    ['a port', 'web+kaiwa://evil:8080/'],
    ['dots that lead upwards', 'web+kaiwa://projects/../api/profile'],
    ['encoded dots', 'web+kaiwa://projects/%2e%2e/api/profile'],
    ['half encoded dots', 'web+kaiwa://projects/.%2e//evil.example'],
    ['an encoded slash in a segment', 'web+kaiwa://projects%2f1'],
    ['an empty segment', 'web+kaiwa://projects//1'],
    ['a link in a link', 'web+kaiwa://web+kaiwa://projects'],
    ['the page that opens links', 'web+kaiwa://open?url=web%2Bkaiwa%3A%2F%2Fprojects'],
    ['the page that opens the app', `web+kaiwa://application?t=navigate&p=${btoa('/projects')}`],
    ['a call', 'web+kaiwa://api/auth/logout'],
    ['a call in capital letters', 'web+kaiwa://API/auth/logout'],
    ['a file of the program', 'web+kaiwa://assets/main.js'],
    ['a null character', 'web+kaiwa://projects\0'],
    ['a bidirectional control character', 'web+kaiwa://projects?x=\u202E'],
    ['a space before it', ' web+kaiwa://projects'],
    ['a space after it', 'web+kaiwa://projects '],
    ['a letter that looks like a slash', 'web+kaiwa://projects\u2215evil'],
    ['a huge address', `web+kaiwa://projects?x=${'x'.repeat(100_000)}`],
    ['one slash', 'web+kaiwa:/projects'],
    ['no slash', 'web+kaiwa:projects'],
    ['nothing', ''],
    ['no link', null],
  ])('%s', (_case, link) => {
    expect(pathOfAppLink(link)).toBeNull()
  })

  it.each(['projects', '//evil.example', 'https://evil.example', '/a b', '/%70rojects', '/projects?x=\\'])(
    'the path %j',
    (path) => {
      expect(ownPath(path)).toBeNull()
    },
  )
})
