import * as contract from '@kaiwa/contract/sections.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { changeSection } from './change-section.ts'

export const sections: Domain = { name: 'sections', routes: [route(contract.changeSection, changeSection)] }
