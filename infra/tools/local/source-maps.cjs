// Preloaded (`node --require`) into each service, so that its stack traces name the lines of its sources. Node's option
// --enable-source-maps does that too, but with it Node also maps the answers of `util.getCallSites`. pino calls that
// when a logger is created, so every service parsed its whole source map at the start: 1.7 MB, which took 0.25 s and
// 50 MB. Now the map is parsed when the first stack is printed.
'use strict';

process.setSourceMapsEnabled(true);
