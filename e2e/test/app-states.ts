// Pages of the installed app for signed-in users.
import type { State } from './page-state.ts'

export const appStates: State[] = [
  { name: 'search of the app', path: () => '/search', ready: (page) => page.getByRole('option').first().waitFor() },
  {
    name: 'shared files without any',
    path: () => '/shared',
    ready: (page) => page.getByRole('heading', { level: 2 }).waitFor(),
  },
  {
    name: 'shared files that were lost',
    path: () => '/shared?problem=worker',
    ready: (page) => page.getByRole('main').getByRole('alert').waitFor(),
  },
]
