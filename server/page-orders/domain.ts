import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { pageOrderPayable } from './payable.ts'

export const pageOrders = { handlers, payables: [pageOrderPayable] } satisfies Domain
