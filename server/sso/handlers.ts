import { Fault } from '#contract/faults.ts'
import * as contract from '#contract/sso.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers, type Http } from '#server/kit/handler.ts'
import { finishSignIn } from '#server/session/finish-sign-in.ts'
import type { Login } from '#server/kit/auth/login.ts'
import { leaveFor, ownerOf, ready } from './begin.ts'
import { findTenant } from './connection.ts'
import { findByName } from './find-by-name.ts'
import { comeBack } from './finish.ts'
import { sendSsoLinkJob } from './jobs.ts'
import { findLinking, findMailed, proveByPassword, takeMailed } from './link.ts'
import { keepProof, type Waiting } from '#server/sso-identities/proofs.ts'
import { provision } from './provision.ts'
import { wayOut } from './logout.ts'
import { ownUser } from './own-user.ts'
import { shownOwn } from './shown.ts'
import { readyForStepUp } from './step-up.ts'
import { unlinkOwn } from './unlink.ts'

export const ssoHandlers: Handlers<typeof contract> = {
  findSsoTenant: async (ctx, { body }) => ({ tenant_id: await findByName(ctx.tx, body.company) }),

  async readTenant(ctx, { path }) {
    const tenant = await findTenant(ctx.tx, path.tenant)
    if (!tenant) throw new Fault('notFound')
    return { tenant_id: tenant.tenantId, company_name: tenant.companyName }
  },

  beginSso: prepared(contract.beginSso, {
    prepare: (before, { path }) => ready(before, path.tenant),
    handle: async (ctx, { body }, http, found) => ({
      url: await leaveFor(ctx, http, found, { returnTo: body.redirectFrom }),
    }),
  }),

  finishSso: prepared(contract.finishSso, {
    prepare: (before, { path, body }, http) =>
      comeBack(before, { tenantId: path.tenant, query: body.query, browser: http.sso }),
    async handle(ctx, _input, http, came) {
      if (came.proved) return { proved: true as const }
      const own = await ctx.enter(ownerOf(came.tenant))
      const { proven, returnTo } = came
      const subUserId = came.user?.subUserId ?? (await provision(own, came.connection, proven))
      const { proofId, link } = await keepProof(own, { browser: http.sso ?? '', proven, returnTo })
      if (subUserId === null) return { linkToken: link, provider_email: proven.email }
      return goOn(own, http, { merchantId: came.tenant.merchantId, subUserId }, { proofId, returnTo, proven })
    },
  }),

  linkSso: prepared(contract.linkSso, {
    async prepare(before, { path, body }, http) {
      const linking = await findLinking(before, path.tenant, body.linkToken, http)
      return { ...linking, login: await proveByPassword(before, linking, body) }
    },
    handle: (ctx, _input, http, { login, waiting }) => goOn(ctx, http, login, waiting),
  }),

  mailSsoLink: prepared(contract.mailSsoLink, {
    prepare: (before, { path, body }, http) => findLinking(before, path.tenant, body.linkToken, http),
    async handle(ctx, { body }, _http, { tenant, waiting }) {
      const own = await ctx.enter(ownerOf(tenant))
      const { proofId, proven } = waiting
      const { language } = ctx.client
      own.enqueue(sendSsoLinkJob, { proofId, email: body.email_address, providerEmail: proven.email, language })
      return undefined
    },
  }),

  confirmSsoLink: prepared(contract.confirmSsoLink, {
    prepare: (before, { body }, http) => findMailed(before, body.mailToken, http),
    async handle(ctx, { body }, http, linking) {
      const login = await takeMailed(ctx, linking, body.mailToken)
      return goOn(ctx, http, login, linking.waiting)
    },
  }),

  beginSsoStepUp: prepared(contract.beginSsoStepUp, {
    prepare: (before) => readyForStepUp(before),
    async handle(ctx, _input, http, found) {
      return { url: await leaveFor(ctx, http, found, { sessionId: ownUser(ctx).sessionId }) }
    },
  }),

  readOwnSso: async (ctx) => shownOwn(await ctx.enter(ownUser(ctx)), ownUser(ctx)),

  async unlinkSso(ctx) {
    await unlinkOwn(ctx, ownUser(ctx))
    return undefined
  },

  leaveThroughSso: prepared(contract.leaveThroughSso, {
    prepare: (before, { path }, http) => wayOut(before, path.company, http.sso),
    handle: async (_ctx, _input, _http, address) => address,
  }),
}

/** Signs in by a proof: to a session, or to the second factor first. */
async function goOn(ctx: Ctx, http: Http, login: Login, { proofId, returnTo }: Waiting) {
  return { ...(await finishSignIn(ctx, http, login, { ssoProof: proofId })), return_to: returnTo }
}
