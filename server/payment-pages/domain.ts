import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { pictureRoute } from './pictures.ts'
import { rollUpPage } from './sums.ts'

export const paymentPages = { handlers, jobs: [rollUpPage], routes: pictureRoute } satisfies Domain
