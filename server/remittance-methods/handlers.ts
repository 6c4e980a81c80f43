import type * as contract from '#contract/remittance-methods.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { previewCheckout } from './preview.ts'
import { saveCountryMethods } from './save.ts'
import { countryFrom, soldCountries } from './sold-countries.ts'
import { readChannelWays } from '#server/channels/ways.ts'

export const handlers: Handlers<typeof contract> = {
  listSoldCountries: async (ctx) => soldCountries(await readChannelWays(ctx)),

  async updateCountryMethods(ctx, { path, body }) {
    ctx.auditSubject(path.country, await saveCountryMethods(ctx, path.country, body.methods))
    return countryFrom(await readChannelWays(ctx), path.country)
  },

  previewCheckout: (ctx, { query }) => previewCheckout(ctx, query),
}
