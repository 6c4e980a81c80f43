import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { forgetThirdPartyUpload, readThirdPartySheet } from './jobs.ts'

export const thirdParty = { handlers, jobs: [readThirdPartySheet, forgetThirdPartyUpload] } satisfies Domain
