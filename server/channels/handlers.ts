import * as contract from '#contract/channels.ts'
import { isNamedBy, type PaymentMethod } from '#contract/methods.ts'
import { catalogue, catalogueEntry } from '#contract/channel-catalogue.ts'
import type { CatalogueEntry, PayType } from '#contract/channel-catalogue/entry.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { checkNew, connect, type Wanted } from './add.ts'
import { changeConnected, findConnected, listConnected, lockConnected } from './connections.ts'
import { onboardingStatesOf } from './queries.ts'
import { shownMethods, updateMethods } from './methods.ts'
import { connectionsOf, listVisible } from './visible.ts'
import { expectMayConfigure } from './pay-type.ts'
import { shownRail } from './shown-rail.ts'
import { shownChannels, shownConnection, shownEntry, shownOne } from './shown.ts'
import { askAbout, expectWorking, writeAnswer, type Answered } from './ask-about.ts'
import { changeChannel, checkChanged } from './update.ts'

export const channelHandlers: Handlers<typeof contract> = {
  async listCatalogue(ctx, { body }) {
    expectMayConfigure(ctx, body.pmt_type ?? 'PAYIN')
    return fittingEntries(ctx, body)
  },
  listPayoutCatalogue: (ctx) => fittingEntries(ctx, { pmt_type: 'PAYOUT' }),

  listOwnChannels: async (ctx) => shownChannels(ctx, await listVisible(ctx)),
  async listPayoutChannels(ctx) {
    const rows = (await listConnected(ctx)).filter(({ pay_type }) => pay_type === 'PAYOUT')
    return (await shownChannels(ctx, rows)).map((channel) => ({
      ...channel,
      rails: catalogueEntry(channel.catalogue_key)?.payouts?.rails.map(shownRail) ?? [],
    }))
  },

  listConnections: (ctx, { path, query }) => connectionsOf(ctx, path.channel, query.payType),

  addChannel: prepared(contract.addChannel, {
    prepare: (before, { path, body }) => checkNew(before, path.channelId, body),
    async handle(ctx, _input, _http, wanted: Wanted) {
      const { channelKey, changes } = await connect(ctx, wanted)
      ctx.auditSubject(channelKey, changes)
      return shownConnection(ctx, channelKey)
    },
  }),

  updateChannel: prepared(contract.updateChannel, {
    prepare: (before, { path, body }) => checkChanged(before, path.channelId, body),
    async handle(ctx, { path, body }, _http, fresh) {
      const changes = await changeChannel(ctx, path.channelId, body, fresh)
      ctx.auditSubject(path.channelId, changes)
      return shownConnection(ctx, path.channelId)
    },
  }),

  switchChannel: prepared(contract.switchChannel, {
    prepare: async (before, { path, body }) => (body.is_enabled ? expectWorking(before, path.channel) : null),
    async handle(ctx, { path, body }, _http, answered: Answered | null) {
      if (answered) await writeAnswer(ctx, path.channel, answered)
      const { is_enabled } = await lockConnected(ctx, path.channel)
      ctx.auditSubject(path.channel, changesFrom({ is_enabled }, { is_enabled: body.is_enabled }))
      await changeConnected(ctx, path.channel, { is_enabled: body.is_enabled })
      return shownOne(ctx, path.channel)
    },
  }),

  testChannel: prepared(contract.testChannel, {
    prepare: (before, { path }) => askAbout(before, path.channelKey),
    async handle(ctx, { path }, _http, answered: Answered) {
      const state = await writeAnswer(ctx, path.channelKey, answered)
      const shown = await shownConnection(ctx, path.channelKey)
      const { credentials_state } = shown
      ctx.auditSubject(path.channelKey, changesFrom({ credentials_state: state }, { credentials_state }))
      const { tested } = answered
      return { ...shown, tested: tested.kind, field: tested.kind === 'refused' ? tested.field : '' }
    },
  }),

  async listChannelMethods(ctx, { path }) {
    return shownMethods(ctx, await findConnected(ctx, path.channelKey))
  },

  async updateChannelMethods(ctx, { path, body }) {
    const changes = await updateMethods(ctx, path.channelKey, body)
    ctx.auditSubject(path.channelKey, changes)
    return shownMethods(ctx, await findConnected(ctx, path.channelKey))
  },
}

interface Wish {
  countries?: string[] | undefined
  pmt_method?: PaymentMethod | undefined
  pmt_type?: PayType | undefined
}

/** The channels of the catalogue that fit what is looked for, with what the merchant has of them. */
async function fittingEntries(ctx: Ctx, wish: Wish) {
  const { pmt_type: payType = 'PAYIN' } = wish
  const [rows, onboarding] = await Promise.all([listConnected(ctx), onboardingStatesOf(ctx)])
  const of = { services: ctx.services, environment: ctx.owner.environment, payType, onboarding }
  return catalogue
    .filter((entry) => fits(entry, wish))
    .map((entry) =>
      shownEntry(
        entry,
        rows.filter(({ catalogue_key }) => catalogue_key === entry.key),
        of,
      ),
    )
}

function fits({ countries, payTypes: has, ways }: CatalogueEntry, wish: Wish): boolean {
  const there = wish.countries?.filter((country) => country !== 'GLOBAL') ?? []
  if (!has.includes(wish.pmt_type ?? 'PAYIN')) return false
  if (there.length > 0 && countries !== 'GLOBAL' && !there.some((country) => countries.includes(country))) return false
  const { pmt_method: name } = wish
  return name === undefined || ways.some(({ type }) => isNamedBy(name, type))
}
