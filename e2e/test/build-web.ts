// The journeys run on the page as it is served: built, unless that is there already.
import { buildWeb } from '../../tools/build-web.ts'

export default (): Promise<void> => buildWeb()
