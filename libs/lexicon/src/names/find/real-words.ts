/**
 * English words that differ by one or two letters from words of business. They are not misspellings of those. Not a
 * dictionary, only the neighbours of typical labels.
 */
const WORDS = `
about above abuse access account action actor actors adult advice affect after again agent agents allow alone along
aunt apple apples arrow audio audit author avenue awards basis boot booth boots brook beach beard beaches bench better
birds birth blank blend block blocks blood board boards bonus border borders bored bottle bottom bound bounds bowl
brand brands bread break breaks bridge bright broad broken browser budget build bunch cable cards career careers
carrier cases cash castle cause cellar centers central century chair chairs chance change changes chapter charge
charges charity chart charts cheap check checks cheese chess chest child chips choice church cinema circle civic civil
claim claims class clean clerk clever click clicks climate clock close closed cloth cloud coach coast coffee colder
column combat comedy comment common company concert contact contest contract control cookies copies corner costs
cotton couch counter country county couple course courses court cover covers crane crash create credit crime crops
cross crowd crown cruise custom customs cycle cycles daily dance data dates dealer dealers death debit debt decade
degree delay delays deliver demand dentist depart deposit depot desert design desk detail develop diet diner dinner
direct disease dish display dispute distance doctor domain donor donors door doors double doubt draft drain drama
dream dress drink drive driver drivers drone drug earning earth easel eastern edition editor effect effort eight
either elder election electric element eleven emotion empire employ employer empty energy engine enough entry entries
envoy equal error errors escape estate event events exact exam exams expense expert export extra fabric face faces
factor factory failed fair faith false family farm farms fashion father fault female fence fever field fields fight
figure file files film films final finance find fine fines finger fire firm firms first fiscal fish fixed flag flags
flat flight flights flood floor flour flower foods foot force foreign forest form forms forum found frame fraud free
fresh friend front fruit fuel fully fund funds funny games garage garden gate gauge gender genre giant girls glass
globe goals goats going golden goods grain grand grant grants grape graph grass gravity great green greens grid
grocery ground group groups grown guest guests guide guitar habit hair half hands happy harbor hardware harm head
health heart heat heavy height hero hidden high hire hobby holder holiday home honest honey honor hope horse hospital
host hotel hotels hour hours house houses human humor hunter image images impact import inch income index indoor
infant injury inner input insect inside insurance intent interest invest island issue issues items jacket jail jeans
jewel joint judge juice jungle junior jury keeper keys kinds kings kitchen knee knife knight label labels labor lacks
ladder lakes lamp lands landing lane large laser later laugh laundry lawyer layer leader leaders leads league lean
learn lease leather leave legal lemon lender length lens lesson lessons letter letters lever license light limit
limits linen lines link links lion liquid listed lists lively liver loads local locals location lock lodge logic
longer looks loose lord loss losses lounge lovers lower loyal lucky lunch machine magic mail mailing major maker
makers male males manage manager manual maple march margin marine marker market markets marks married master match
matches material math matter mayor meals mean meant measure meat medal media medical medium meets melon memory mental
menu merchant merger merit message metal meter method metro middle might miles military milk million mind minor mint
minutes mirror mission mixed mobile model models modem modern module moment money monitor monkey mother motion motor
mountain mouse mouth movie moving muscle museum music mutual myth nation nations native nature naval nerve never newer
news nice nickel night nights noble noise normal north northern nose note notes notice novel novels nurse nurses
object ocean offer offers office officer offices often older olive onion online opener opera operation opinion orange
orbit ordeal organ origin other others outer outlet output owner owners oxygen pack packs pages paint paints pairs
panel panels paper papers parcel parent parents parks parrot part parts partner party pass patent path patrol pattern
pause paying peace peach pearl pencil penny people pepper percent period permit person phase phone phones photo photos
phrase piano pictures pieces pilot pilots pink pipes pitch place placed places plain plan plane planes planet plans
plant plants plastic plate plates player players please plenty plot point points poison police policy polish politics
pool poor popular portal ports poster posts potato pound pounds poverty powder power prayer premium press pretty
prevent pride priest prime prince princes print printer prints prison private prize prizes probe problem process
produce producer producers production profit profits program project projects promise promote proof proper protein
protest proud prove provide provider public pulse pump punch purple purpose quality quarter queen query quest queue
quick quiet quote quotes rabbit race races racing radar radio rails rain range ranges rapid rates rather ratio ratios
reach reader readers real rebate recent recipe record refer refuge regain regard regime rehab reign relate relax relay
release relief religion remain remedy remind remote rental rentals rented rents repair repeat repeats replay reply
report reports request rescue reserve resort resorts respect rest result retail retain retire return reveal revenge
reverse review reviews revise reward rhythm ribbon rider riders rifle right rights ring rings riser risk risks river
rivers roads robot rocket roles roman roof rooms roster rotate rough round route routes royal rubber rugby ruler rules
rumor runner rural saddle safer safety sailor salad salaries salon salt salts sample sand sauce saves saving savings
scale scales scan scene scenes scheme scholar schools science scope scopes scout screen script season seasons seats
second secret sector secure seed seeds select seller sellers seminar senior sense sensor serial series server service
services session settle seven sewer shade shadow shaft shake shall shape shapes share shares shark sharp sheep sheet
sheets shelf shell shelter shift shine ships shirt shirts shock shoes shoot shops shore short shot should shout shower
shrimp sides sight signal signs silent silver similar simple singer singers single sister sites sites sitting sizes
skill skills skin sleep slice slide slope small smart smell smile smoke smooth snack snacks snow soccer social socks
soil solar soldier sole solid song songs sorry sort sound sounds source south space spare speak special speech speed
spell spend spice spider spike spirit split spoke sport sports spots spray spread spring squad square stable stadium
staff stage stages stain stair stake stamp stand star stare stars start state states station statue stays steak steal
steam steel steep stem step steps stick still sting stone stones stood stop stops storage stories storm storms story
stove strange straw stream street streets stress strike string strip strong studio study stuff style submit sugar suit
suits summer sunny super supper supplies supply support surface surgery surplus survey surveys sweet swim switch
symbol system systems table tables tablet tackle tail tails tales talent talk talks tanks target targets taste taxes
teach team teams tears tease teeth tenant tenants tennis tenor tense tent terms test tests texts thanks their theme
theory there these thick thief thing things think third those three throat throne thumb thunder tiger tight tiles
timber times tired tissue title titles today token tokens tools tooth topic topics torch total touch tough tourist
tours towel tower towers town towns toxic trace track tracks trade trader traders trades traffic trail trails train
trainer trains transit trap travel tray treat tree trees trend trial trials tribe trick trips troop truck trucks true
trunk trust truth tube tunnel turn twice twin ulcer uncle under union unions unique unite united units unity unless
until upper urban urgent usage useful users usual vacant valid valley valve vapor vault vector vehicle vendor vendors
venue venues verb verse vessel video videos village villain vintage violin viral virus visa vision visit visitor
visits vital vocal voice volume voter voters votes wages wagon waist waiter walk walker walks wall walls warden warm
warning waste watch water wave waves wealth weapon wear weather wedding week weeks weight welder west western whale
wheat wheel wheels where which while white whole wider widow width wild willow wind window windows winds wine wines
wing winner winners winter wire wires wishes witch witness wolf woman wonder wooden words work worker workers works
world worth wound wrist write writer writers wrong yacht yards years yeast yellow yield young youth zebra zones`;

export const REAL_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
