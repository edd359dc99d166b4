/*
 * One end of a ping-pong of tagged messages between endpoints of type RDM, by the calls of
 * fi_pingpong: a message shorter than inject_size is injected, a longer one is sent and its
 * completion read; one receive is posted ahead; queues are polled. A message's first and last
 * word are its number. fi_pingpong has one thread; this program may have a second one, which
 * only sleeps, so that glibc takes mutexes as it does in a JVM, by atomic operations.
 *
 * arguments: ask or answer, provider, bytes (8 or more), round trips to warm up, round trips to
 *            measure, threads (1 or 2), seconds after which it fails
 * prints:    "address " and its address in hexadecimal digits
 * reads:     the address of the other end, which must have printed it
 * prints:    if it asks, "figure " and the mean nanoseconds of half a round trip
 * then makes progress until its input ends
 */
#include <poll.h>
#include <pthread.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TAG 7
#define PAGE 4096
#define MAX_ADDRESS 256

static struct fid_ep *endpoint;
static struct fid_cq *sends, *receives;
static fi_addr_t peer;
static char *outgoing, *incoming;
static size_t size;
static int injects;
static volatile sig_atomic_t must_end;

/* Ends the program; closes the endpoint first, so that shm deletes its files. */
static void fail(const char *call, const char *reason) {
  fprintf(stderr, "%s: %s\n", call, reason);
  if (endpoint != NULL) fi_close(&endpoint->fid);
  exit(1);
}

static void check(const char *call, long result) {
  if (result < 0) fail(call, fi_strerror((int)-result));
}

static void note_the_end(int signal) {
  (void)signal;
  must_end = 1;
}

/* The signals interrupt a read of the input, too. */
static void set_deadline(unsigned seconds) {
  struct sigaction action = {.sa_handler = note_the_end};
  sigaction(SIGALRM, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  alarm(seconds);
}

static void *sleep_for_ever(void *nothing) {
  while (1) pause();
  return nothing;
}

static void start_sleeping_thread(void) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, sleep_for_ever, NULL);
  if (error != 0) fail("pthread_create", strerror(error));
}

static void fail_with_entry(const char *call, struct fid_cq *queue) {
  struct fi_cq_err_entry error = {0};
  check("fi_cq_readerr", fi_cq_readerr(queue, &error, 0));
  fail(call, fi_strerror(error.err));
}

/* Polls the queue once; returns how many completions it had, 0 or 1. */
static int poll_once(const char *call, struct fid_cq *queue) {
  struct fi_cq_entry entry;
  ssize_t count = fi_cq_read(queue, &entry, 1);
  if (count == 1) return 1;
  if (must_end) fail(call, "not done at the deadline, or at SIGTERM");
  if (count == -FI_EAVAIL) fail_with_entry(call, queue);
  if (count != -FI_EAGAIN) check(call, count);
  return 0;
}

static void await(const char *call, struct fid_cq *queue) {
  while (!poll_once(call, queue));
}

/* Polls before a post that said -FI_EAGAIN is repeated. */
static int is_refused(const char *call, ssize_t result, struct fid_cq *queue) {
  if (result == 0) return 0;
  if (result != -FI_EAGAIN) check(call, result);
  if (poll_once(call, queue)) fail(call, "an unexpected completion");
  return 1;
}

static void post_receive(void) {
  while (is_refused("fi_trecv",
                    fi_trecv(endpoint, incoming, size, NULL, FI_ADDR_UNSPEC, TAG, 0, NULL),
                    receives));
}

static void send_number(uint64_t number) {
  memcpy(outgoing, &number, sizeof number);
  memcpy(outgoing + size - sizeof number, &number, sizeof number);
  if (injects) {
    while (is_refused("fi_tinject", fi_tinject(endpoint, outgoing, size, peer, TAG), sends));
  } else {
    while (is_refused("fi_tsend", fi_tsend(endpoint, outgoing, size, NULL, peer, TAG, NULL),
                      sends));
    await("fi_tsend", sends);
  }
}

static void receive_number(uint64_t expected) {
  uint64_t first, last;
  await("fi_trecv", receives);
  memcpy(&first, incoming, sizeof first);
  memcpy(&last, incoming + size - sizeof last, sizeof last);
  if (first != expected || last != expected) fail("fi_trecv", "another message was expected");
  post_receive();
}

static void ask(uint64_t first, uint64_t end) {
  for (uint64_t number = first; number < end; number++) {
    send_number(number);
    receive_number(number);
  }
}

static void answer(uint64_t end) {
  for (uint64_t number = 0; number < end; number++) {
    receive_number(number);
    send_number(number);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void measure(uint64_t warm_ups, uint64_t times) {
  ask(0, warm_ups);
  double start = now();
  ask(warm_ups, warm_ups + times);
  printf("figure %.3f\n", (now() - start) / 2 / (double)times);
  fflush(stdout);
}

/* The other end may still need progress for the last message; it may also have ended. */
static void progress_until_input_ends(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  struct fi_cq_entry entry;
  while (!must_end && poll(&input, 1, 0) == 0) fi_cq_read(receives, &entry, 1);
}

/* As new as both the headers and the library are. */
static uint32_t api_version(void) {
  uint32_t headers = FI_VERSION(FI_MAJOR_VERSION, FI_MINOR_VERSION);
  return FI_VERSION_LT(fi_version(), headers) ? fi_version() : headers;
}

static struct fi_info *offer(const char *provider) {
  struct fi_info *hints = fi_allocinfo(), *info;
  if (hints == NULL) fail("fi_allocinfo", "no memory");
  hints->caps = FI_TAGGED;
  hints->ep_attr->type = FI_EP_RDM;
  hints->domain_attr->mr_mode = FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;
  hints->fabric_attr->prov_name = strdup(provider);
  check("fi_getinfo", fi_getinfo(api_version(), NULL, NULL, 0, hints, &info));
  fi_freeinfo(hints);
  return info;
}

static struct fid_cq *open_queue(struct fid_domain *domain, size_t entries) {
  struct fi_cq_attr attributes = {
      .format = FI_CQ_FORMAT_CONTEXT, .wait_obj = FI_WAIT_NONE, .size = entries};
  struct fid_cq *queue;
  check("fi_cq_open", fi_cq_open(domain, &attributes, &queue, NULL));
  return queue;
}

/* Returns the address vector, which is empty. */
static struct fid_av *open_endpoint(struct fi_info *info) {
  struct fi_av_attr attributes = {.type = info->domain_attr->av_type};
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *peers;
  check("fi_fabric", fi_fabric(info->fabric_attr, &fabric, NULL));
  check("fi_domain", fi_domain(fabric, info, &domain, NULL));
  sends = open_queue(domain, info->tx_attr->size);
  receives = open_queue(domain, info->rx_attr->size);
  check("fi_av_open", fi_av_open(domain, &attributes, &peers, NULL));
  check("fi_endpoint", fi_endpoint(domain, info, &endpoint, NULL));
  check("fi_ep_bind", fi_ep_bind(endpoint, &peers->fid, 0));
  check("fi_ep_bind", fi_ep_bind(endpoint, &sends->fid, FI_TRANSMIT));
  check("fi_ep_bind", fi_ep_bind(endpoint, &receives->fid, FI_RECV));
  check("fi_enable", fi_enable(endpoint));
  return peers;
}

static void print_address(void) {
  unsigned char address[MAX_ADDRESS];
  size_t length = sizeof address;
  check("fi_getname", fi_getname(&endpoint->fid, address, &length));
  printf("address ");
  for (size_t i = 0; i < length; i++) printf("%02x", address[i]);
  printf("\n");
  fflush(stdout);
}

static void read_peer(struct fid_av *peers) {
  unsigned char address[MAX_ADDRESS] = {0};
  char digits[2 * MAX_ADDRESS + 2];
  if (fgets(digits, sizeof digits, stdin) == NULL) fail("the address of the peer", "none came");
  for (size_t i = 0; sscanf(digits + 2 * i, "%2hhx", &address[i]) == 1; i++);
  if (fi_av_insert(peers, address, 1, &peer, 0, NULL) != 1) fail("fi_av_insert", digits);
}

static void allocate(void) {
  size_t pages = (size + PAGE - 1) / PAGE * PAGE;
  incoming = aligned_alloc(PAGE, 2 * pages);
  if (incoming == NULL) fail("aligned_alloc", "no memory");
  memset(incoming, 0, 2 * pages);
  outgoing = incoming + pages;
}

int main(int count, char **arguments) {
  if (count != 8) fail(arguments[0], "takes seven arguments");
  size = strtoull(arguments[3], NULL, 10);
  uint64_t warm_ups = strtoull(arguments[4], NULL, 10);
  uint64_t times = strtoull(arguments[5], NULL, 10);
  set_deadline((unsigned)atoi(arguments[7]));
  if (atoi(arguments[6]) == 2) start_sleeping_thread();

  allocate();
  struct fi_info *info = offer(arguments[2]);
  injects = size < info->tx_attr->inject_size;
  struct fid_av *peers = open_endpoint(info);
  post_receive();
  print_address();
  read_peer(peers);
  if (strcmp(arguments[1], "ask") == 0) {
    measure(warm_ups, times);
  } else {
    answer(warm_ups + times);
  }
  progress_until_input_ends();
  fi_close(&endpoint->fid);
  return 0;
}
