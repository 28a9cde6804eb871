import { verbForms } from './verb-forms';
import { verbsOfNoun } from './verbs-of-noun';

/** Nouns by which columns of times are called, with the past of what happened. */
const PASTS: Readonly<Record<string, string>> = {
  admission: 'admitted', submission: 'submitted', discharge: 'discharged', hire: 'hired', hiring: 'hired', opening: 'opened', birth: 'born', death: 'died', sale: 'sold',
  purchase: 'purchased', delivery: 'delivered', shipment: 'shipped', payment: 'paid', cancellation: 'cancelled', registration: 'registered', enrollment: 'enrolled',
  appointment: 'appointed', arrival: 'arrived', departure: 'departed', approval: 'approved', renewal: 'renewed', withdrawal: 'withdrawn', removal: 'removed', referral: 'referred',
  completion: 'completed', inspection: 'inspected', creation: 'created', expiration: 'expired', expiry: 'expired', termination: 'terminated', resignation: 'resigned',
  graduation: 'graduated', vaccination: 'vaccinated', adoption: 'adopted', reservation: 'reserved', 'check-in': 'checked in', checkout: 'checked out', signup: 'signed up', login: 'logged in',
  release: 'released', start: 'started', treatment: 'treated', assessment: 'assessed', acceptance: 'accepted', issuance: 'issued', occurrence: 'occurred', closure: 'closed', failure: 'failed',
  signature: 'signed', discovery: 'discovered', entry: 'entered', lending: 'lent', sowing: 'sown', breeding: 'bred', transfer: 'transferred', offer: 'offered', installation: 'installed',
  suspension: 'suspended', revision: 'revised', division: 'divided', conversion: 'converted', decision: 'decided', production: 'produced', construction: 'constructed',
  subscription: 'subscribed', reception: 'received', redemption: 'redeemed', resolution: 'resolved', acquisition: 'acquired', application: 'applied', notification: 'notified',
  publication: 'published', execution: 'executed', promotion: 'promoted', deletion: 'deleted', addition: 'added', rental: 'rented', proposal: 'proposed', burial: 'buried',
  judgment: 'judged', settlement: 'settled', insurance: 'insured', maintenance: 'maintained', repair: 'repaired', dispatch: 'dispatched', pickup: 'picked up', receipt: 'received',
  examination: 'examined', maturity: 'matured', landing: 'landed', takeoff: 'taken off', manufacture: 'manufactured', election: 'elected', marriage: 'married', leave: 'left', founding: 'founded',
  auction: 'auctioned', received: 'received', sent: 'sent', placed: 'placed', written: 'written', begun: 'begun', stop: 'stopped', study: 'studied',
};

it.each(Object.entries(PASTS))('the verb of %s gives %s', (noun, past) => {
  expect(verbsOfNoun(noun).flatMap((verb) => verbForms(verb).pasts)).toContain(past);
});

it.each([['vaccination', 'vaccinate'], ['activation', 'activate'], ['production', 'produce'], ['donation', 'donate'], ['reservation', 'reserve']])('the likeliest verb of %s is %s', (noun, verb) => {
  expect(verbsOfNoun(noun)[0]).toBe(verb);
});

it.each([['ship', 'shipping'], ['hire', 'hiring'], ['die', 'dying'], ['sign up', 'signing up'], ['admit', 'admitting'], ['open', 'opening'], ['agree', 'agreeing']])('%s is inflected as %s', (verb, ing) => {
  expect(verbForms(verb).ing).toBe(ing);
});
