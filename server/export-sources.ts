import { exportCalls } from '#contract/exports.ts'
import { allCalls } from '#contract/contract.ts'
import * as domains from './domains.ts'
import { exportSource, type ExportSource } from './kit/http/export-source.ts'

const handlers: Readonly<Record<string, unknown>> = Object.assign(
  {},
  ...Object.values(domains).map((domain) => ('handlers' in domain ? domain.handlers : {})),
)

/** Every export of a list that can be prepared in the background, by the name of its call. */
export const exportSources: ReadonlyMap<string, ExportSource> = new Map(
  allCalls().flatMap(({ name, call }) => {
    if (!(exportCalls as readonly string[]).includes(name)) return []
    const own = allCalls().find((one) => one.call.twin === call)?.name ?? name
    return [[name, exportSource(call, handlers[own])]]
  }),
)
