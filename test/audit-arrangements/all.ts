import { ofChannels } from './channels.ts'
import { ofAlerts } from './alerts.ts'
import { ofBankFiles } from './bank-files.ts'
import { ofBeneficiaries } from './beneficiaries.ts'
import { ofExports } from './exports.ts'
import { ofFactors } from './factors.ts'
import { ofFees } from './fees.ts'
import { ofInvoices } from './invoices.ts'
import { ofMasters } from './masters.ts'
import { ofPayments } from './payments.ts'
import { ofPayouts } from './payouts.ts'
import { ofPayoutApprovals } from './payout-approvals.ts'
import { ofReconDecisions } from './recon-decisions.ts'
import { ofReconIntake } from './recon-intake.ts'
import { ofReconRecords } from './recon-records.ts'
import { ofRemittances } from './remittances.ts'
import { ofRouting } from './routing.ts'
import { ofRecon } from './recon.ts'
import type { Arrangements } from './scene.ts'
import { ofSecrets } from './secrets.ts'
import { ofSso } from './sso.ts'
import { ofSubscriptions } from './subscriptions.ts'
import { ofUsers } from './users.ts'
import { ofVirtualAccounts } from './virtual-accounts.ts'
import { ofWebhooks } from './webhooks.ts'

/**
 * What some calls need to be done that no declaration tells: an object in a state of its own, a signature, a code. Those
 * that need nothing are not here.
 */
export const arrangements: Arrangements = {
  ...ofPayments,
  ...ofAlerts,
  ...ofBankFiles,
  ...ofBeneficiaries,
  ...ofExports,
  ...ofInvoices,
  ...ofSubscriptions,
  ...ofUsers,
  ...ofFactors,
  ...ofFees,
  ...ofSso,
  ...ofMasters,
  ...ofChannels,
  ...ofPayouts,
  ...ofPayoutApprovals,
  ...ofRecon,
  ...ofReconDecisions,
  ...ofReconIntake,
  ...ofReconRecords,
  ...ofRemittances,
  ...ofRouting,
  ...ofSecrets,
  ...ofVirtualAccounts,
  ...ofWebhooks,
}
