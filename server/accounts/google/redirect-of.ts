import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context } from '../../platform/http/route.ts'

/**
 * Where the provider sends a browser back to; what began in the desktop app comes back to a page that leads into it. As an
 * address is written in full, since the provider compares it letter by letter with what it is told later.
 */
export const redirectOf = (context: Pick<Context, 'app' | 'request'>, { isApp }: { isApp: boolean }): string =>
  new URL(`${publicAddress(context)}/login/google/${isApp ? 'app' : 'callback'}`).href
