import type { Domain } from '#server/kit/domain.ts'
import { checkoutHandlers } from './handlers.ts'
import { checkoutRoutes } from './routes.ts'
import { receiptRoute } from './receipt-route.ts'
import { watchRoute } from './watch.ts'
import { slipRoute } from './slip-route.ts'

export const checkout = {
  handlers: checkoutHandlers,
  async routes(app, parts) {
    checkoutRoutes(app, parts)
    receiptRoute(app, parts)
    watchRoute(app, parts)
    await slipRoute(app, parts)
  },
} satisfies Domain
