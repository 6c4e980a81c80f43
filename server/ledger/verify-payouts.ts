const own = 'merchant_id = $1 and environment = $2'
/** The number of the virtual account that an account of the ledger is of. */
const numberOf = (prefix: string) => `substr(account, ${prefix.length + 2})`
const sumsOf = (prefix: string) => `
  select ${numberOf(prefix)} as account_no, sum(amount_minor) as total
  from ledger_entries where ${own} and account like '${prefix}:%' group by 1`

/** What a payout takes from its account. */
const total = `p.amount_minor + case when p.fee_payer = 'SENDER' then p.fee_minor + p.fee_tax_minor else 0 end`

/** What holds of virtual accounts, payouts and deposits; each statement selects what contradicts it, as text. */
export const payoutInvariants: Record<string, string> = {
  'a virtual account has available and set aside what its entries say': `
    select coalesce(a.account_no, e.account_no) || ' has ' || coalesce(a.available_minor, 0) || ' and ' || coalesce(a.reserved_minor, 0)
      || ', entries say ' || coalesce(-e.total, 0) || ' and ' || coalesce(-c.total, 0) as detail
    from (select * from virtual_accounts where ${own}) a
    full join (${sumsOf('va_balance')}) e on e.account_no = a.account_no
    full join (${sumsOf('payout_clearing')}) c on c.account_no = coalesce(a.account_no, e.account_no)
    where coalesce(a.available_minor, 0) <> coalesce(-e.total, 0) or coalesce(a.reserved_minor, 0) <> coalesce(-c.total, 0)`,
  'what a virtual account has set aside is what its payouts have reserved': `
    select a.account_no || ' has ' || a.reserved_minor || ' aside, payouts ' || coalesce(p.reserved, 0) as detail
    from virtual_accounts a
    left join (select virtual_account_no, sum(reserved_minor) as reserved from payouts where ${own} group by 1) p on p.virtual_account_no = a.account_no
    where a.merchant_id = $1 and a.environment = $2 and a.reserved_minor <> coalesce(p.reserved, 0)`,
  'each payout is booked as it stands, once': `
    select p.txn_ref || ' is ' || p.status || ', booked as ' || coalesce(string_agg(t.kind, ' '), 'nothing') as detail
    from payouts p
    left join ledger_transfers t on t.merchant_id = $1 and t.environment = p.environment and t.object_type = 'payout' and t.object_ref = p.txn_ref
    where p.merchant_id = $1 and p.environment = $2
    group by p.txn_ref, p.status, p.reserved_minor
    having count(*) filter (where t.kind = 'payout.paid') <> case when p.status in ('Success', 'Returned') then 1 else 0 end
        or count(*) filter (where t.kind = 'payout.voided') > case when p.status in ('Failed', 'Cancelled', 'Rejected') then 1 else 0 end
        or count(*) filter (where t.kind = 'payout.voided') < case when p.status = 'Failed' then 1 else 0 end
        or count(*) filter (where t.kind = 'payout.reserved')
          - count(*) filter (where t.kind in ('payout.released', 'payout.paid', 'payout.voided')) <> case when p.reserved_minor > 0 then 1 else 0 end
        or (count(*) filter (where t.kind = 'payout.returned') > 0) <> (p.status = 'Returned')
        or (p.status <> 'Scheduled' and (p.reserved_minor > 0) <> (p.status in ('Approved', 'Processing')))`,
  'only payouts are booked as payouts': `
    select t.kind || ' of ' || t.object_ref as detail
    from ledger_transfers t left join payouts p on p.merchant_id = $1 and p.environment = t.environment and p.txn_ref = t.object_ref
    where t.merchant_id = $1 and t.environment = $2 and t.object_type = 'payout' and p.txn_ref is null`,
  'every booking of a payout is for its amounts and its account': `
    select p.txn_ref || ' ' || p.currency || ' ' || p.amount_minor || ': ' || t.kind as detail
    from payouts p
    join ledger_transfers t on t.merchant_id = $1 and t.environment = p.environment and t.object_type = 'payout' and t.object_ref = p.txn_ref
    join ledger_entries e on e.merchant_id = $1 and e.environment = t.environment and e.transfer_id = t.transfer_id
    where p.merchant_id = $1 and p.environment = $2
    group by p.txn_ref, p.currency, p.amount_minor, p.fee_minor, p.fee_tax_minor, p.fee_payer, p.virtual_account_no, p.reserved_minor, t.transfer_id, t.kind
    having min(e.currency) <> p.currency or max(e.currency) <> p.currency
        or p.reserved_minor not in (0, ${total})
        or (t.kind in ('payout.paid', 'payout.voided') and coalesce(sum(e.amount_minor) filter (where e.account like 'payout_clearing:%'), 0) <> ${total})
        or (t.kind <> 'payout.paid' and bool_or(e.account in ('fee_income', 'fee_tax_payable')))
        or bool_or(e.account like '%:%' and substr(e.account, strpos(e.account, ':') + 1) <> p.virtual_account_no)
        or (t.kind = 'payout.paid' and (
          coalesce(sum(e.amount_minor) filter (where e.account like 'va_bank:%'), 0)
            <> -(p.amount_minor - case when p.fee_payer = 'RECEIVER' then p.fee_minor + p.fee_tax_minor else 0 end)
          or coalesce(-sum(e.amount_minor) filter (where e.account = 'fee_income'), 0) <> p.fee_minor
          or coalesce(-sum(e.amount_minor) filter (where e.account = 'fee_tax_payable'), 0) <> p.fee_tax_minor))`,
  'what came back of a payout is what it says': `
    select p.txn_ref || ' says ' || p.returned_minor || ', entries ' || coalesce(sum(e.amount_minor), 0) as detail
    from payouts p
    left join ledger_transfers t on t.merchant_id = $1 and t.environment = p.environment and t.object_type = 'payout' and t.object_ref = p.txn_ref and t.kind = 'payout.returned'
    left join ledger_entries e on e.merchant_id = $1 and e.environment = t.environment and e.transfer_id = t.transfer_id and e.account like 'va_bank:%'
    where p.merchant_id = $1 and p.environment = $2
    group by p.txn_ref, p.returned_minor having coalesce(sum(e.amount_minor), 0) <> p.returned_minor`,
  'what the provider was asked for is with it or has ended there, and nothing else': `
    select p.txn_ref || ' is ' || p.status || case when p.channel_asked_at is null then ', not asked for' else ', asked for' end as detail
    from payouts p where p.merchant_id = $1 and p.environment = $2
      and (p.status in ('Processing', 'Success', 'Failed', 'Returned')) <> (p.channel_asked_at is not null)`,
  'the statement is the ledger, without a gap': `
    select a.account_no || ' has ' || (a.available_minor + a.reserved_minor) || ' after ' || a.last_movement || ' rows, its statement '
      || coalesce(m.total, 0) || ' after ' || coalesce(m.rows, 0) as detail
    from virtual_accounts a
    left join (
      select account_no, sum(amount_minor) as total, count(*) as rows, max(number) as last,
        bool_and(balance_minor = coalesce(before, 0) + amount_minor) as unbroken
      from (
        select account_no, number, amount_minor, balance_minor,
          lag(balance_minor) over (partition by account_no order by number) as before
        from account_movements where ${own}
      ) r group by account_no
    ) m on m.account_no = a.account_no
    where a.merchant_id = $1 and a.environment = $2
      and (coalesce(m.total, 0) <> a.available_minor + a.reserved_minor or coalesce(m.rows, 0) <> a.last_movement
        or coalesce(m.last, 0) <> a.last_movement or not coalesce(m.unbroken, true))`,
  'each row of a statement is in a transfer that changed as much': `
    select t.business_key || ': rows say ' || coalesce(m.total, 0) || ', entries ' || coalesce(e.total, 0) as detail
    from ledger_transfers t
    left join (select transfer_id, sum(amount_minor) as total from account_movements where ${own} group by 1) m on m.transfer_id = t.transfer_id
    left join (
      select transfer_id, -sum(amount_minor) as total from ledger_entries
      where ${own} and (account like 'va_balance:%' or account like 'payout_clearing:%') group by 1
    ) e on e.transfer_id = t.transfer_id
    where t.merchant_id = $1 and t.environment = $2 and coalesce(m.total, 0) <> coalesce(e.total, 0)`,
  'each deposit is booked as it stands, once': `
    select d.account_no || ' ' || d.deposit_ref || ' is ' || d.state || ', booked as ' || coalesce(string_agg(t.kind, ' '), 'nothing') as detail
    from deposits d
    left join ledger_transfers t on t.merchant_id = $1 and t.environment = d.environment and t.object_type = 'deposit' and t.object_ref = d.account_no || ':' || d.deposit_ref
    where d.merchant_id = $1 and d.environment = $2
    group by d.account_no, d.deposit_ref, d.state
    having count(*) filter (where t.kind in ('deposit.credited', 'deposit.accepted')) <> case when d.state = 'Credited' then 1 else 0 end
        or count(*) filter (where t.kind = 'deposit.suspended') > 1
        or count(*) filter (where t.kind = 'deposit.sent_back') <> case when d.state = 'SentBack' then 1 else 0 end
        or (d.state in ('Suspense', 'SendingBack', 'SentBack') and count(*) filter (where t.kind = 'deposit.suspended') <> 1)`,
  'only deposits are booked as deposits': `
    select t.kind || ' of ' || t.object_ref as detail
    from ledger_transfers t
    left join deposits d on d.merchant_id = $1 and d.environment = t.environment and d.account_no || ':' || d.deposit_ref = t.object_ref
    where t.merchant_id = $1 and t.environment = $2 and t.object_type = 'deposit' and d.deposit_id is null`,
  'what is in suspense is what waits for people': `
    select coalesce(e.currency, d.currency) || ': ' || coalesce(e.held, 0) || ' in suspense, deposits ' || coalesce(d.waiting, 0) as detail
    from (select currency, -sum(amount_minor) as held from ledger_entries where ${own} and account = 'va_suspense' group by 1) e
    full join (select currency, sum(amount_minor) as waiting from deposits where ${own} and state in ('Suspense', 'SendingBack') group by 1) d
      on d.currency = e.currency
    where coalesce(e.held, 0) <> coalesce(d.waiting, 0)`,
  'the bank holds what the ledger says': `
    select a.account_no || ': the bank says ' || a.bank_minor || ', the ledger ' || coalesce(e.total, 0) as detail
    from virtual_accounts a left join (${sumsOf('va_bank')}) e on e.account_no = a.account_no
    where a.merchant_id = $1 and a.environment = $2 and a.bank_movement = a.last_movement and a.bank_minor <> coalesce(e.total, 0)
      and not exists (select 1 from payouts p where p.merchant_id = $1 and p.environment = $2 and p.virtual_account_no = a.account_no and p.status = 'Processing')
      and not exists (select 1 from deposits d where d.merchant_id = $1 and d.environment = $2 and d.account_no = a.account_no and d.updated_at > a.bank_asked_at)`,
}
