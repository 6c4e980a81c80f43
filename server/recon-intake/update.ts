import type { z } from 'zod'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { updateFeeConfigMetadata } from '#contract/recon-intake.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeIntake, expectChannel, openIntake, type FoundIntake } from './queries.ts'
import { sealSecret } from './places.ts'
import { mayLoopBack } from './server-of.ts'
import { linkOf, readSftpLink, type SftpPlace } from './sftp-link.ts'

type Body = z.output<(typeof updateFeeConfigMetadata)['body']>
type Given = Body['config_data']

/** Changes the SFTP server of a channel, or whose mails are taken. Throws `channelUnknown`, and `invalidRequest` by field. */
export async function updateIntake(ctx: Ctx, channelKey: string, { update_action, config_data }: Body): Promise<void> {
  await expectChannel(ctx, channelKey)
  const ofMail = update_action === 'UPDATE_MERCHANT_PSP_EMAIL'
  const strange = Object.keys(config_data).find((field) => (field === 'merchant_psp_email') !== ofMail)
  if (strange) throw fieldFault('invalidRequest', `config_data.${strange}`, 'unknown_field', 'Not of this action.')
  const row = await openIntake(ctx, channelKey)
  if (ofMail) return changeSender(ctx, row, config_data.merchant_psp_email)
  return changeSftp(ctx, row, config_data)
}

async function changeSender(ctx: Ctx, row: FoundIntake, given: string | undefined): Promise<void> {
  if (given === undefined) throw fieldFault('invalidRequest', 'config_data.merchant_psp_email', 'required', 'Required.')
  const merchant_psp_email = given.toLowerCase()
  await changeIntake(ctx, row.channel_key, { merchant_psp_email })
  ctx.auditSubject(row.channel_key, changesFrom({ merchant_psp_email: row.merchant_psp_email }, { merchant_psp_email }))
}

async function changeSftp(ctx: Ctx, row: FoundIntake, given: Given): Promise<void> {
  if (given.sftp_link === '') return removeSftp(ctx, row)
  const was = { host: row.sftp_host, port: row.sftp_port, folder: row.sftp_folder }
  const place = given.sftp_link === undefined ? was : placeOf(ctx, given.sftp_link)
  if (place.host === '') throw fieldFault('invalidRequest', 'config_data.sftp_link', 'required', 'Required.')
  const set = {
    sftp_username: given.sftp_username ?? row.sftp_username,
    sftp_auth: given.sftp_auth ?? row.sftp_auth,
    file_prefix: given.file_prefix ?? row.file_prefix,
    marker_ending: given.marker_ending ?? row.marker_ending,
    move_to: movedTo(given.move_to ?? row.move_to),
  }
  const isElsewhere = place.host !== was.host || place.port !== was.port
  const isAnother = isElsewhere || set.sftp_username !== row.sftp_username
  const secrets = await secretsOf(ctx, row, { ...given, sftp_auth: set.sftp_auth }, isAnother)
  // Of a server that stays its key stays pinned, also while it is another that it shows.
  const state =
    isElsewhere || row.host_key === '' ? 'unpinned' : row.sftp_state === 'host_key_changed' ? row.sftp_state : 'new'
  await changeIntake(ctx, row.channel_key, {
    ...set,
    ...secrets,
    ...(isElsewhere && noHostKey),
    sftp_host: place.host,
    sftp_port: place.port,
    sftp_folder: place.folder,
    sftp_state: state,
    ...(state !== 'host_key_changed' && { sftp_fault: '', failed_looks: 0, failing_since: null }),
  })
  const { sftp_username, sftp_auth, file_prefix, marker_ending, move_to } = row
  const before = { sftp_username, sftp_auth, file_prefix, marker_ending, move_to, sftp_link: linkOf(was) }
  const after = { ...set, sftp_link: linkOf(place), ...(given.sftp_password && { sftp_password: 'new' }) }
  ctx.auditSubject(row.channel_key, changesFrom(before, after))
}

function placeOf(ctx: Ctx, link: string): SftpPlace {
  const place = readSftpLink(link, { allowLoopback: mayLoopBack(ctx) })
  if (typeof place !== 'string') return place
  const texts = {
    not_a_url: 'This must be sftp://host:port/folder.',
    refused_address: 'This address is not on the public internet.',
    not_a_port: 'The port is 22 or 1024 and above.',
  }
  throw fieldFault('invalidRequest', 'config_data.sftp_link', place, texts[place])
}

function movedTo(folder: string): string {
  const trimmed = folder.replaceAll(/^\/+|\/+$/g, '')
  if (trimmed.split('/').some((segment) => segment === '..' || segment === '.'))
    throw fieldFault('invalidRequest', 'config_data.move_to', 'not_a_choice', 'A folder within the folder.')
  return trimmed
}

/** A password goes to no other server and no other user than it was given for. */
async function secretsOf(ctx: Ctx, row: FoundIntake, given: Given, isAnother: boolean) {
  const password = given.sftp_password
  if (given.sftp_auth === 'key') {
    if (row.public_key === '')
      throw fieldFault('invalidRequest', 'config_data.sftp_auth', 'required', 'Make a key pair first.')
    return { sftp_password_sealed: null }
  }
  if (!password && (isAnother || !row.sftp_password_sealed))
    throw fieldFault('invalidRequest', 'config_data.sftp_password', 'required', 'Enter the password for this server.')
  return password
    ? { sftp_password_sealed: await sealSecret(ctx, row.channel_key, 'sftp_password_sealed', password) }
    : {}
}

const noHostKey = {
  host_key: '', host_key_type: '', host_key_by: '', host_key_at: null, other_host_key: '', other_host_key_type: '',
} // prettier-ignore

async function removeSftp(ctx: Ctx, row: FoundIntake): Promise<void> {
  await changeIntake(ctx, row.channel_key, {
    ...noHostKey,
    sftp_host: '',
    sftp_port: 22,
    sftp_folder: '',
    sftp_username: '',
    sftp_password_sealed: null,
    sftp_state: 'none',
    sftp_fault: '',
    failed_looks: 0,
    failing_since: null,
  })
  ctx.auditSubject(row.channel_key, changesFrom({ sftp_link: row.sftp_host }, { sftp_link: '' }))
}

/** Pins a host key. Throws `wrongState` without a server. */
export async function pinHostKey(ctx: Ctx, channelKey: string, fingerprint: string): Promise<void> {
  await expectChannel(ctx, channelKey)
  const row = await openIntake(ctx, channelKey)
  if (row.sftp_state === 'none') throw new Fault('wrongState', { why: 'there is no server' })
  const type =
    row.other_host_key === fingerprint ? row.other_host_key_type : row.host_key === fingerprint ? row.host_key_type : ''
  await changeIntake(ctx, channelKey, {
    host_key: fingerprint,
    host_key_type: type,
    host_key_by: ctx.actor.name,
    host_key_at: ctx.now,
    other_host_key: '',
    other_host_key_type: '',
    sftp_state: 'new',
    sftp_fault: '',
    failed_looks: 0,
    failing_since: null,
  })
  ctx.auditSubject(channelKey, changesFrom({ host_key: row.host_key }, { host_key: fingerprint }))
}
