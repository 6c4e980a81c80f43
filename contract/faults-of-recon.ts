import type { FaultSpec } from './faults.ts'

/** Faults of reconciliation. */
export const reconFaults = {
  wrongHeaders: {
    http: 400,
    code: '4001',
    reason: 'RECON_WRONG_HEADERS',
    text: 'Wrong file uploaded. The data points (headers) in the uploaded file are not as required',
  },
  noMapping: {
    http: 400,
    code: '4026',
    reason: 'RECON_NO_MAPPING',
    text: 'No mapping says how files of this channel are read. Save one first.',
  },
  mappingChanged: {
    http: 409,
    code: '4027',
    reason: 'RECON_MAPPING_CHANGED',
    text: 'The mapping was changed meanwhile. Look at its newest version.',
  },
  mappingRefused: {
    http: 400,
    code: '4028',
    reason: 'RECON_MAPPING_REFUSED',
    text: "A mapping can't be like this. See errors.",
  },
  pairUnknown: {
    http: 400,
    code: '4001',
    reason: 'RECON_PAIR_UNKNOWN',
    text: 'Invalid Data Source mapping',
  },
  reconInProgress: {
    http: 409,
    code: '4032',
    reason: 'RECON_IN_PROGRESS',
    text: 'Recon is being processed. Please check later!',
  },
  proposalStale: {
    http: 409,
    code: '4048',
    reason: 'RECON_PROPOSAL_STALE',
    text: 'Something has changed since it was proposed. Look at it again.',
  },
  ownProposal: {
    http: 403,
    code: '4081',
    reason: 'RECON_OWN_PROPOSAL',
    text: 'Someone else has to decide this: you proposed it.',
  },
  settlementUnknown: {
    http: 404,
    code: '4047',
    reason: 'RECON_SETTLEMENT_UNKNOWN',
    text: "We couldn't find this settlement",
  },
  settlementState: {
    http: 409,
    code: '4048',
    reason: 'RECON_SETTLEMENT_STATE',
    text: "The settlement isn't as you saw it. Look at it again.",
  },
} as const satisfies Record<string, FaultSpec>
