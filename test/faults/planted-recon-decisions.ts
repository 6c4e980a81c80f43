import type { Patch } from './patched-source.ts'

/** A run obeys what was decided since the one before it began, and forgets the rest. */
export const decisionForgotten: Patch = {
  file: 'server/recon-runs/work-out/apply-decisions.ts',
  from: `d.lifted_at is null and d.act <> 'unmatch'\``,
  to: `d.lifted_at is null and d.act <> 'unmatch'
    and d.decided_at >= (select coalesce(max(r.begun_at), '-infinity') from recon_runs r where r.merchant_id = $1 and r.environment = $2
      and r.msm_id = $3 and r.status = 'done')\``,
}

/** An approval does not look at what state a proposal is in by now. */
export const approvedWhateverItIs: readonly Patch[] = [
  {
    file: 'server/recon-decisions/decide-proposals.ts',
    from: `    if (proposal.state !== 'proposed') sorted.refused.push({ proposal_id: id, reason: 'waits_no_more' })
    else if (`,
    to: '    if (',
  },
  {
    file: 'server/recon-decisions/proposals.ts',
    from: `    .where('state', 'in', [...from])
    .returningAll()`,
    to: `    .where('state', 'in', [...from, 'withdrawn'])
    .returningAll()`,
  },
]
