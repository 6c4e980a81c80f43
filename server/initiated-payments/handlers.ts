import * as contract from '#contract/initiated-payments.ts'
import { completed, type Handlers } from '#server/kit/handler.ts'
import { firstWord } from './first-word.ts'
import { initiatePayment } from './initiate.ts'

export const handlers: Handlers<typeof contract> = {
  initiatePayment: completed(contract.initiatePayment, {
    handle: (ctx, { body }) => initiatePayment(ctx, body),
    complete: (before, begun) => firstWord(before, begun),
  }),
}
