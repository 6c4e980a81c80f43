import type { Domain } from '#server/kit/domain.ts'
import { warnOfExpiry } from './expiry.ts'
import { handlers } from './handlers.ts'
import { pictureRoute } from './pictures.ts'
import { rollUpPage } from './sums.ts'

export const paymentPages = { handlers, jobs: [rollUpPage, warnOfExpiry], routes: pictureRoute } satisfies Domain
