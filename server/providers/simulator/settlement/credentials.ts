import { createHmac } from 'node:crypto'

/** The merchant account of a merchant: its key in small letters, and a mark of live mode. */
export const settlementAccount = (merchantKey: string, environment: 'sandbox' | 'live'): string =>
  `${merchantKey
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '-')
    .slice(0, 35)}${environment === 'live' ? '-live' : ''}`

/** With which an account's user signs in at the simulator's SFTP server, the same on each start. */
export const settlementPassword = (secretKey: string, account: string): string =>
  createHmac('sha256', secretKey).update(`settlement password\n${account}`).digest('base64url').slice(0, 24)
